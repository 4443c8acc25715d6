import { Worker } from 'node:worker_threads'
import { readJpeg, readPng } from './image-structure.ts'
import type { InspectionResult, InspectionTask, ProcessTask } from './inspection.ts'
import { drawFirstPage } from './page-drawing.ts'
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

const work = (task: ProcessTask) => (task.kind === 'draw' ? drawFirstPage(task) : inspect(task))

/** In a thread, because the main thread may be busy: ends this process when the service was killed. */
const endWithService = () => {
  const program =
    'const service = process.ppid; ' +
    "setInterval(() => process.ppid === service || process.kill(process.pid, 'SIGKILL'), 1000)"
  new Worker(program, { eval: true, execArgv: [], env: {} }).unref()
}

/** The message's buffer may be larger than the file, which the parsers take as a whole. */
const withExclusiveBuffer = (task: ProcessTask): ProcessTask => {
  const { content } = task
  return content.byteLength === content.buffer.byteLength ? task : { ...task, content: content.slice() }
}

/** Listens for files and reports that it is ready. */
export const serveInspections = async (): Promise<void> => {
  endWithService()
  await loadPdfEngine()
  process.on('message', (task) => {
    void work(withExclusiveBuffer(task as ProcessTask)).then((result) => process.send?.(result))
  })
  process.once('disconnect', () => process.exit())
  process.send?.('ready')
}
