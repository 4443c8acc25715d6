import PDFDocument from 'pdfkit'
import { contract, type InboxItem, type Lab, type PatientRow } from '@zelab/contract'
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { SampleFile } from './sample-files.ts'
import type { Credentials, TestData } from './test-data.ts'

/** Unique for every call. */
export const inboxPdf = (name: string, ...lines: string[]): Promise<SampleFile> =>
  new Promise((resolve) => {
    const document = new PDFDocument({ compress: true })
    const pieces: Buffer[] = []
    document.on('data', (piece: Buffer) => pieces.push(piece))
    document.on('end', () => resolve({ name, mimeType: 'application/pdf', buffer: Buffer.concat(pieces) }))
    for (const [row, line] of ['Blood count', ...lines, `Specimen number ${randomUUID()}`].entries())
      document.text(line, 50, 60 + row * 18, { lineBreak: false })
    document.end()
  })

export const identityOf = ({ fullName, dateOfBirth, emrId }: PatientRow): string[] => [
  `Patient: ${fullName}`,
  `DOB: ${dateOfBirth}`,
  `EMR ID: ${emrId}`,
]

const FIRST = ['Amira', 'Boris', 'Chandra', 'Diego', 'Elena', 'Farouk', 'Greta', 'Hassan', 'Ingrid', 'Jamal']
const LAST = [
  'Okafor',
  'Petrov',
  'Quispe',
  'Rahman',
  'Svensson',
  'Tanaka',
  'Ueda',
  'Vargas',
  'Weber',
  'Ximenes',
]
export const nameOf = (number: number): string =>
  `${FIRST[number % 10]} ${LAST[(Math.floor(number / 10) + number) % 10]}`

export const addInboxRule = async (
  data: TestData,
  lab: Pick<Lab, 'id'>,
  { reportTypeId, title }: { reportTypeId: number; title: string },
): Promise<void> => {
  const admin = await data.as(data.admin)
  await admin.call(contract.inbox.updateSettings, {
    params: { id: String(lab.id) },
    body: { rules: [{ field: 'any', reportTypeId, title }] },
  })
}

/** Returns them as they arrived. */
export const fillInbox = async (
  data: TestData,
  user: Credentials,
  files: readonly SampleFile[],
): Promise<InboxItem[]> => {
  const api = await data.as(user)
  for (const file of files) await api.uploadInboxFile(file)
  const { data: items } = await api.call(contract.inbox.list, {
    query: { page: 1, limit: 100, view: 'open' },
  })
  return items.toSorted((one, other) => one.id - other.id)
}

/** Drops them on the heading of the page, or on the target. */
export const dropFiles = async (
  page: Page,
  files: readonly SampleFile[],
  target: Locator = page.getByRole('heading', { level: 1 }),
): Promise<void> => {
  const transfer = await page.evaluateHandle(
    (dropped) => {
      const all = new DataTransfer()
      for (const { name, type, content } of dropped) {
        const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))
        all.items.add(new File([bytes], name, { type }))
      }
      return all
    },
    files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, content: buffer.toString('base64') })),
  )
  await target.dispatchEvent('dragover', { dataTransfer: transfer })
  await target.dispatchEvent('drop', { dataTransfer: transfer })
}
