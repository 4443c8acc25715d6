import { fileURLToPath } from 'node:url'
import {
  createReportStamper,
  type ReportStamper,
} from '../../apps/api/src/modules/stamping/report-stamper.ts'
import { STAMP } from '../../apps/api/src/testing/stamps.ts'
import { exactCpuMs, findChild } from '../processes.ts'
import { makePhoto, makePicturePage, makeTextPages } from './files.ts'

const WARM_UP = 8
const COPIES = 30
const NEW_PROCESSES = 5
const PHOTO = { width: 4000, height: 3000, bytes: 1_000_000 }

export interface StampingCost {
  file: string
  kB: number
  placement: string
  /** CPU milliseconds of one copy. The least disturbed one has the minimum: other work on the cores makes it slower. */
  min: number
  median: number
  p95: number
}

const at = (values: readonly number[], share: number) => {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

const cpuOfProcess = (): number => {
  const pid = findChild('stamping.worker')
  return pid === undefined ? 0 : exactCpuMs(pid)
}

/**
 * CPU time of the child process for each copy: the product's pool with its built program. Reading the message and
 * collecting garbage are included; reading the file, sealing and storing the copy are not.
 */
export const measureStamping = async (): Promise<{ files: StampingCost[]; firstOfProcess: number }> => {
  process.env.BUILT_PROGRAMS = fileURLToPath(new URL('../../apps/api/dist', import.meta.url))
  const stamp = async (stamper: ReportStamper, content: Buffer) => {
    const before = cpuOfProcess()
    const result = await stamper.stamp({
      owner: 1,
      mediaType: content.subarray(0, 4).toString() === '%PDF' ? 'application/pdf' : 'image/jpeg',
      stamp: STAMP,
      read: async () => new Uint8Array(content),
    })
    if (result.outcome !== 'stamped') throw new Error('The file was not stamped')
    return { cpuMs: cpuOfProcess() - before, placement: result.placement }
  }

  const cases = {
    'one page with a picture': makePicturePage({ isFull: false }),
    'one page with a picture, corners used': makePicturePage({ isFull: true }),
    '30 pages of text': makeTextPages({ count: 30, isFull: false }),
    '30 pages of text, corners used': makeTextPages({ count: 30, isFull: true }),
    'photo of 12 MP': makePhoto(PHOTO),
  }
  const files: StampingCost[] = []
  const stamper = createReportStamper()
  for (const [file, content] of Object.entries(cases)) {
    for (let count = 0; count < WARM_UP; count++) await stamp(stamper, content)
    const copies: Awaited<ReturnType<typeof stamp>>[] = []
    for (let count = 0; count < COPIES; count++) copies.push(await stamp(stamper, content))
    const times = copies.map(({ cpuMs }) => cpuMs)
    files.push({
      file,
      kB: Math.round(content.length / 1000),
      placement: copies[0]?.placement ?? '',
      min: at(times, 0),
      median: at(times, 0.5),
      p95: at(times, 0.95),
    })
  }

  const firstCopies: number[] = []
  for (let count = 0; count < NEW_PROCESSES; count++) {
    const earlier = findChild('stamping.worker')
    if (earlier !== undefined) process.kill(earlier, 'SIGKILL')
    while (findChild('stamping.worker') !== undefined) await new Promise((resolve) => setTimeout(resolve, 50))
    firstCopies.push((await stamp(createReportStamper(), cases['one page with a picture'])).cpuMs)
  }
  return { files, firstOfProcess: at(firstCopies, 0.5) }
}
