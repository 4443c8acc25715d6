// Started by a test as a separate process, to be killed: prints the id of its inspection process, which stays busy for
// hours.
import { runOn, startProcess } from '../modules/inspection/inspection-process.ts'
import { nestedForms } from './hostile-files.ts'

const child = await startProcess(384)
process.stdout.write(`${child.pid}\n`)
await runOn(
  child,
  {
    kind: 'inspect',
    mediaType: 'application/pdf',
    limits: { pdfPages: 500, imageMegapixels: 100 },
    content: new Uint8Array(nestedForms()),
  },
  { cpuLimitMs: 3_600_000, wallLimitMs: 3_600_000 },
  undefined,
)
