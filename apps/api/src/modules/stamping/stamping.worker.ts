/**
 * Runs in another process, so that a file that crashes its parser does not affect the service (`report-stamper.ts`).
 */
import { serveTasks } from '../inspection/serve-tasks.ts'
import { makeSlip } from './layout/slip.ts'
import { stampPdf, type Unstamped } from './pdf/pdf-stamping.ts'
import { stampPhoto } from './photo/photo-sheet.ts'
import type { StampResult, StampTask } from './stamping.ts'

const stampReport = async (task: StampTask): Promise<StampResult> => {
  try {
    const result: StampResult | Unstamped =
      task.mediaType === 'application/pdf' ? await stampPdf(task) : await stampPhoto(task)
    return 'outcome' in result ? result : await makeSlip(task, result.reason, result.pages)
  } catch {
    return { outcome: 'failed' }
  }
}

await serveTasks(stampReport)
