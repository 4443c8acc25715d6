import { endOfFollowingJpegs, readJpeg, readPng } from './image-structure.ts'
import type { CodesTask, DrawingTask, InspectionResult, InspectionTask } from './inspection.ts'
import { drawFirstPage } from './page-drawing.ts'
import { loadPdfInternals } from './pdf-internals.ts'
import { inspectPdf } from './pdf-inspection.ts'
import { isTwoKinds } from './second-kind.ts'
import { serveTasks } from './serve-tasks.ts'

const MEGAPIXEL = 1_000_000

const inspectImage = async ({ mediaType, content, limits }: InspectionTask): Promise<InspectionResult> => {
  const file = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const structure = mediaType === 'image/png' ? readPng(file) : readJpeg(file)
  if (!structure) return { problem: 'IMAGE_DAMAGED' }
  if (structure.pixels > limits.imageMegapixels * MEGAPIXEL) return { problem: 'IMAGE_TOO_LARGE' }
  const end = mediaType === 'image/jpeg' ? endOfFollowingJpegs(file, structure.end) : structure.end
  return (await isTwoKinds(file, 'image', end))
    ? { problem: 'FILE_AMBIGUOUS' }
    : { hints: null, pageCount: 1, text: '', isReadWhole: false }
}

const inspect = (task: InspectionTask): Promise<InspectionResult> =>
  task.mediaType === 'application/pdf' ? inspectPdf(task.content, task.limits.pdfPages) : inspectImage(task)

const work = async (task: InspectionTask | DrawingTask | CodesTask) => {
  if (task.kind === 'inspect') return inspect(task)
  if (task.kind === 'draw') return drawFirstPage(task)
  const { readPageCodes } = await import('./page-codes.ts')
  return readPageCodes(task)
}

export const serveInspections = (): Promise<void> => serveTasks(work, loadPdfInternals)
