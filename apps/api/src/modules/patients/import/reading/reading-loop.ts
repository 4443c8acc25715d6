import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { RefusedFileError } from '../import-text.ts'
import { readFile, type ReadingPart, type ReadingTask } from './file-reading.ts'

/** The thread waits for an acknowledgment of each part. */
export type ReadingMessage = ReadingPart | { kind: 'refused'; message: string } | { kind: 'end' }

export const serveReading = async (): Promise<void> => {
  const port = parentPort
  if (!port) return
  const post = (message: ReadingMessage) => port.postMessage(message)
  try {
    for await (const part of readFile(workerData as ReadingTask)) {
      post(part)
      await once(port, 'message')
    }
    post({ kind: 'end' })
  } catch (error) {
    if (!(error instanceof RefusedFileError)) throw error
    post({ kind: 'refused', message: error.message })
  }
}
