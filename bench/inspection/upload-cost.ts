import { exactCpuMs, findChild } from '../processes.ts'
import { asUpload } from '../sample-pdf.ts'
import type { SampleSource } from '../samples.ts'

const WARM_UP = 200
const ROUNDS = 10
const UPLOADS_PER_ROUND = 20

export interface UploadCost {
  file: string
  kB: number
  /** CPU milliseconds of one upload, the median of all rounds. */
  service: number
  child: number
  /** Of both processes, in the least disturbed round. */
  min: number
  /** Milliseconds until the answer. */
  wall: number
  /** CPU milliseconds of a bare server that receives and keeps the file, without checks; the median. */
  floor: number
}

const round = (value: number) => Math.round(value * 100) / 100
const median = (values: readonly number[]) =>
  round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)

/** What whole uploads cost the service and its inspection process: over HTTP, one after the other. */
export const measureUploads = async (
  { product, floor }: Record<'product' | 'floor', { origin: string; pid: number }>,
  source: SampleSource,
  uploads: Readonly<Record<string, Buffer>>,
): Promise<UploadCost[]> => {
  const cookie = `session=${await source.openSession('technician')}`
  const send = async (address: string, content: Buffer, authorization: Record<string, string> = {}) => {
    const { headers, body } = asUpload(content)
    const response = await fetch(address, {
      method: 'POST',
      headers: { ...headers, ...authorization },
      body: new Uint8Array(body),
    })
    if (!response.ok) throw new Error(`The upload was refused: ${await response.text()}`)
    await response.arrayBuffer()
  }
  const upload = (content: Buffer) =>
    send(`${product.origin}/api/v1/report/uploadReportFile`, content, { cookie, origin: product.origin })
  const uploadToFloor = (content: Buffer) => send(`${floor.origin}/upload`, content)
  const usedNow = () => {
    const child = findChild('inspection.worker', product.pid)
    return { service: exactCpuMs(product.pid), child: child === undefined ? 0 : exactCpuMs(child) }
  }
  const costs: UploadCost[] = []
  for (const [file, content] of Object.entries(uploads)) {
    for (let count = 0; count < WARM_UP; count++) {
      await upload(content)
      await uploadToFloor(content)
    }
    const rounds: { service: number; child: number; wall: number; floor: number }[] = []
    for (let count = 0; count < ROUNDS; count++) {
      const before = usedNow()
      const startedAt = performance.now()
      for (let index = 0; index < UPLOADS_PER_ROUND; index++) await upload(content)
      const wall = performance.now() - startedAt
      const after = usedNow()
      const floorBefore = exactCpuMs(floor.pid)
      for (let index = 0; index < UPLOADS_PER_ROUND; index++) await uploadToFloor(content)
      const floorAfter = exactCpuMs(floor.pid)
      rounds.push({
        service: (after.service - before.service) / UPLOADS_PER_ROUND,
        child: (after.child - before.child) / UPLOADS_PER_ROUND,
        wall: wall / UPLOADS_PER_ROUND,
        floor: (floorAfter - floorBefore) / UPLOADS_PER_ROUND,
      })
    }
    costs.push({
      file,
      kB: Math.round(content.length / 1000),
      service: median(rounds.map(({ service }) => service)),
      child: median(rounds.map(({ child }) => child)),
      min: round(Math.min(...rounds.map(({ service, child }) => service + child))),
      wall: median(rounds.map(({ wall }) => wall)),
      floor: median(rounds.map((one) => one.floor)),
    })
  }
  return costs
}
