import { readlinkSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { readJpeg, readPng } from './image-structure.ts'
import type { InspectionResult, InspectionTask } from './inspection.ts'
import { loadPdfEngine } from './pdf-engine.ts'
import { inspectPdf } from './pdf-inspection.ts'
import { isTwoKinds } from './second-kind.ts'

const MEGAPIXEL = 1_000_000

const inspectImage = async ({ mediaType, content, limits }: InspectionTask): Promise<InspectionResult> => {
  const file = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const structure = mediaType === 'image/png' ? readPng(file) : readJpeg(file)
  if (!structure) return { problem: 'IMAGE_DAMAGED' }
  if (structure.pixels > limits.imageMegapixels * MEGAPIXEL) return { problem: 'IMAGE_TOO_LARGE' }
  return (await isTwoKinds(file, 'image', structure.end)) ? { problem: 'FILE_AMBIGUOUS' } : { hints: null }
}

const inspect = (task: InspectionTask): Promise<InspectionResult> =>
  task.mediaType === 'application/pdf' ? inspectPdf(task.content, task.limits.pdfPages) : inspectImage(task)

/** The operating system's thread id, to read its processor time; null without /proc. */
const systemThreadId = (): number | null => {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return null
  }
}

/** Listens for files and reports that it is ready. */
export const serveInspections = async (): Promise<void> => {
  await loadPdfEngine()
  parentPort?.on('message', (task: InspectionTask) => {
    void inspect(task).then((result) => parentPort?.postMessage(result))
  })
  parentPort?.postMessage(systemThreadId())
}
