// A separate process that a test kills. Prints the id of its inspection process, which stays busy for hours.
import type { InspectionTask } from '../modules/inspection/inspection.ts'
import { runOn, startProcess } from '../modules/inspection/inspection-process.ts'
import { workerProgram } from '../platform/worker-program.ts'
import { nestedForms } from './hostile-files.ts'

const child = await startProcess(
  workerProgram(new URL('../modules/inspection/inspection-process.ts', import.meta.url).href, 'inspection'),
  384,
)
process.stdout.write(`${child.pid}\n`)
const task: InspectionTask = {
  kind: 'inspect',
  mediaType: 'application/pdf',
  limits: { pdfPages: 500, imageMegapixels: 100 },
  content: new Uint8Array(nestedForms()),
}
await runOn(child, task, { cpuLimitMs: 3_600_000, wallLimitMs: 3_600_000 }, undefined)
