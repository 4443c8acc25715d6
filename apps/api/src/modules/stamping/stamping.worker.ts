/** Runs in another process: a file that crashes its parser does not affect the service (`report-stamper.ts`). */
import { serveTasks } from '../inspection/serve-tasks.ts'
import { stampReport } from './stamp-report.ts'

await serveTasks(stampReport)
