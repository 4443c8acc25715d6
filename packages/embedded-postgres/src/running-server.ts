import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { socketConnectionString } from './socket-folder.ts'

/** Lines of `postmaster.pid`: process, data folder, start, port, socket folder. */
const SOCKET_FOLDER_LINE = 4

/** For commands that run next to the service. After a crash, the server at this address may be gone. */
export async function findRunningServer(dataDir: string, application: string): Promise<string | undefined> {
  const note = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const socketFolder = note.split('\n')[SOCKET_FOLDER_LINE]?.trim()
  return socketFolder ? socketConnectionString(socketFolder, application) : undefined
}
