import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { socketConnectionString } from './socket-folder.ts'

/** The lines of `postmaster.pid`: process, data folder, start, port, socket folder. */
const SOCKET_FOLDER_LINE = 4

/**
 * The connection string of the server on this data folder, for commands beside a running service. After a crash it may
 * lead to a server that no longer runs.
 */
export async function findRunningServer(dataDir: string, application: string): Promise<string | undefined> {
  const note = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const socketFolder = note.split('\n')[SOCKET_FOLDER_LINE]?.trim()
  return socketFolder ? socketConnectionString(socketFolder, application) : undefined
}
