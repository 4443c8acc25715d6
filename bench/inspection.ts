/**
 * `npm run bench:inspection`: what uploads of PDF files cost the service and its inspection process.
 *
 *   npm run bench:inspection -- [--data data/10k] [--only inspection|upload]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startBenchmarked } from './benchmarked.ts'
import { makeUploads } from './inspection/files.ts'
import { measureInspections } from './inspection/inspection-cost.ts'
import { measureUploads } from './inspection/upload-cost.ts'
import { loadNow } from './load-average.ts'
import { openSamples } from './samples.ts'
import { asTable, writeTable } from './table.ts'

const { values } = parseArgs({
  options: { data: { type: 'string', default: 'data/10k' }, only: { type: 'string' } },
})
const isWanted = (part: string) => values.only === undefined || values.only === part

const measureProduct = async (files: Record<string, Buffer>) => {
  const benchmarked = await startBenchmarked(path.resolve(values.data))
  const source = await openSamples(benchmarked.connectionString)
  try {
    return await measureUploads(benchmarked, source, files)
  } finally {
    await source.close()
    await benchmarked.stop()
  }
}

const loadBefore = loadNow()
const files = await makeUploads()
// Before the product starts: its processes would share the cores.
const inspections = isWanted('inspection') ? await measureInspections(files) : undefined
const uploads = isWanted('upload') ? await measureProduct(files) : undefined
const loadAfter = loadNow()

const tables = [
  `Load before the run ${loadBefore}, after it ${loadAfter} (1, 5 and 15 minutes).`,
  ...(inspections
    ? [
        asTable(
          ['inspected file', 'size', 'CPU ms: child process', 'service', 'both, least disturbed'],
          inspections.files.map(({ file, kB, child, service, min }) => [
            file,
            `${kB} kB`,
            child,
            service,
            min,
          ]),
        ),
        `The first inspection of a new process takes ${inspections.firstOfProcess} ms of CPU time, with the start of the process.`,
      ]
    : []),
  ...(uploads
    ? [
        asTable(
          [
            ...['uploaded file', 'size', 'CPU ms: child process', 'service', 'both, least disturbed'],
            ...['a bare server', 'answer ms'],
          ],
          uploads.map(({ file, kB, child, service, min, wall, floor }) => [
            file,
            `${kB} kB`,
            child,
            service,
            min,
            floor,
            wall,
          ]),
        ),
      ]
    : []),
].join('\n\n')
console.log(tables)
if (values.only === undefined) {
  const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'results')
  mkdirSync(folder, { recursive: true })
  const result = { loadBefore, loadAfter, inspections, uploads }
  writeFileSync(path.join(folder, 'inspection.json'), `${JSON.stringify(result, null, 2)}\n`)
  writeTable('inspection', tables)
}
// The inspector keeps its process for a while.
process.exit()
