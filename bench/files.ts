import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { request } from 'undici'
import { asUpload, makePdf } from './sample-pdf.ts'

export const SIZES = { small: 200_000, large: 10_000_000 } as const
export type FileSize = keyof typeof SIZES

export interface Publisher {
  origin: string
  cookie: string
  patientId: number
}

export const publishFile = async (
  { origin, cookie, patientId }: Publisher,
  pdf: Buffer,
): Promise<{ id: number; filePath: string }> => {
  const send = async (address: string, headers: Record<string, string>, body: Buffer | string) => {
    const answer = await request(`${origin}${address}`, {
      method: 'POST',
      headers: { cookie, origin, ...headers },
      body,
    })
    const json = (await answer.body.json()) as {
      fileUrl: string
      message: string
      data: { id: number; filePath: string }
    }
    if (answer.statusCode !== 200) throw new Error(`${address}: ${json.message}`)
    return json
  }
  const upload = asUpload(pdf)
  const { fileUrl } = await send('/api/v1/report/uploadReportFile', upload.headers, upload.body)
  const report = await send(
    `/api/v1/user/uploadPatientReportFile/${patientId}`,
    { 'content-type': 'application/json' },
    JSON.stringify({ title: 'Bench file', reportTypeId: 1, patientId, fileUrl }),
  )
  return report.data
}

/** Publishes a file of each size and copies the same bytes for the static floor. */
export const publishFiles = async ({
  staticFolder,
  ...publisher
}: Publisher & { staticFolder: string }): Promise<Record<FileSize, string>> => {
  mkdirSync(staticFolder, { recursive: true })
  const publishOne = async (size: FileSize) => {
    const pdf = makePdf(SIZES[size])
    writeFileSync(path.join(staticFolder, `${size}.pdf`), pdf)
    return (await publishFile(publisher, pdf)).filePath
  }
  return { small: await publishOne('small'), large: await publishOne('large') }
}
