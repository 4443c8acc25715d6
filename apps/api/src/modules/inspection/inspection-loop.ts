import { readJpeg, readPng } from './image-structure.ts'
import type { DrawingTask, InspectionResult, InspectionTask } from './inspection.ts'
import { drawFirstPage } from './page-drawing.ts'
import { inspectPdf } from './pdf-inspection.ts'
import { isTwoKinds } from './second-kind.ts'
import { serveTasks } from './serve-tasks.ts'

const MEGAPIXEL = 1_000_000

const inspectImage = async ({ mediaType, content, limits }: InspectionTask): Promise<InspectionResult> => {
  const file = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const structure = mediaType === 'image/png' ? readPng(file) : readJpeg(file)
  if (!structure) return { problem: 'IMAGE_DAMAGED' }
  if (structure.pixels > limits.imageMegapixels * MEGAPIXEL) return { problem: 'IMAGE_TOO_LARGE' }
  return (await isTwoKinds(file, 'image', structure.end))
    ? { problem: 'FILE_AMBIGUOUS' }
    : { hints: null, pageCount: 1 }
}

const inspect = (task: InspectionTask): Promise<InspectionResult> =>
  task.mediaType === 'application/pdf' ? inspectPdf(task.content, task.limits.pdfPages) : inspectImage(task)

const work = (task: InspectionTask | DrawingTask) =>
  task.kind === 'draw' ? drawFirstPage(task) : inspect(task)

/** Inspects uploads and draws pages. */
export const serveInspections = (): Promise<void> => serveTasks(work)
