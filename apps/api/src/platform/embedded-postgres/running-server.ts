import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { socketConnectionString } from './socket-folder.ts'

/** PostgreSQL's own note of itself: process, data folder, start, port, socket folder. */
const SOCKET_FOLDER_LINE = 4

/** Where a server that runs on this data folder can be reached, for commands beside a running service. */
export async function findRunningServer(dataDir: string): Promise<string | undefined> {
  const note = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const socketFolder = note.split('\n')[SOCKET_FOLDER_LINE]?.trim()
  return socketFolder ? socketConnectionString(socketFolder, 'zelab') : undefined
}
