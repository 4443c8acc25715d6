import { fileURLToPath } from 'node:url'
import { createFileInspector } from '../../apps/api/src/modules/inspection/file-inspector.ts'
import { exactCpuMs, findChild } from '../processes.ts'

const LIMITS = { pdfPages: 500, imageMegapixels: 100 }
/** Until V8 has compiled what is used often. */
const WARM_UP = 80
const ROUNDS = 6
const FILES_PER_ROUND = 15
const NEW_PROCESSES = 3

export interface InspectionCost {
  file: string
  kB: number
  /** CPU milliseconds of one file in the child process and in this one, the median of all rounds. */
  child: number
  service: number
  /** Of both processes, in the least disturbed round: other work on the cores makes it slower. */
  min: number
}

const round = (value: number) => Math.round(value * 100) / 100
const median = (values: readonly number[]) =>
  round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)

const ownCpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const childCpuMs = () => {
  const pid = findChild('inspection.worker')
  return pid === undefined ? 0 : exactCpuMs(pid)
}

/** What an inspection costs in the product's process pool with its built program, without HTTP, storage and database. */
export const measureInspections = async (
  uploads: Readonly<Record<string, Buffer>>,
): Promise<{ files: InspectionCost[]; firstOfProcess: number }> => {
  process.env.BUILT_PROGRAMS = fileURLToPath(new URL('../../apps/api/dist', import.meta.url))
  const inspector = createFileInspector()
  const inspect = async (content: Buffer, by = inspector) => {
    const result = await by.inspect({
      owner: 1,
      mediaType: 'application/pdf',
      limits: LIMITS,
      read: async () => new Uint8Array(content),
    })
    if ('problem' in result) throw new Error(`The file was refused: ${result.problem}`)
  }
  const measureRound = async (content: Buffer) => {
    const before = { child: childCpuMs(), service: ownCpuMs() }
    for (let count = 0; count < FILES_PER_ROUND; count++) await inspect(content)
    const service = (ownCpuMs() - before.service) / FILES_PER_ROUND
    return { child: (childCpuMs() - before.child) / FILES_PER_ROUND, service }
  }

  const files: InspectionCost[] = []
  for (const [file, content] of Object.entries(uploads)) {
    for (let count = 0; count < WARM_UP; count++) await inspect(content)
    const rounds: Awaited<ReturnType<typeof measureRound>>[] = []
    for (let count = 0; count < ROUNDS; count++) rounds.push(await measureRound(content))
    files.push({
      file,
      kB: Math.round(content.length / 1000),
      child: median(rounds.map(({ child }) => child)),
      service: median(rounds.map(({ service }) => service)),
      min: round(Math.min(...rounds.map(({ child, service }) => child + service))),
    })
  }

  const [content] = Object.values(uploads)
  const firsts: number[] = []
  for (let count = 0; content && count < NEW_PROCESSES; count++) {
    const earlier = findChild('inspection.worker')
    if (earlier !== undefined) process.kill(earlier, 'SIGKILL')
    while (findChild('inspection.worker') !== undefined)
      await new Promise((resolve) => setTimeout(resolve, 50))
    await inspect(content, createFileInspector())
    firsts.push(childCpuMs())
  }
  return { files, firstOfProcess: Math.round(median(firsts)) }
}
