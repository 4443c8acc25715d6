import { readFile } from 'node:fs/promises'
import type { InboxItem, InboxMatch } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { dropFile, listInbox } from '../../../testing/inbox.ts'
import { useTestApp } from '../../../testing/test-app.ts'

interface CorpusPatient {
  key: string
  id: number
  fullName: string
  dateOfBirth: string
  emrId: string | null
}
interface CorpusDocument {
  file: string
  fileName: string
  program: string
  patient: string | null
}

/** Reports as different programs produce them, made by `scripts/corpus/make-corpus.py`. */
const CORPUS = new URL('../../../testing/corpus/', import.meta.url)
const readJson = async <Content>(name: string): Promise<Content> =>
  JSON.parse(await readFile(new URL(name, CORPUS), 'utf8')) as Content
const items = new Map<string, InboxItem>()

const app = await useTestApp()
const documents = await readJson<CorpusDocument[]>('documents.json')
const patients = await readJson<CorpusPatient[]>('patients.json')
const lab = await app.createLab()
const technician = await app.signedIn('Technician', lab)
const admin = await app.signedIn('Admin')
await admin.put(`/lab/updateInboxSettings/${lab.id}`, {
  fileNamePattern: '{emrId}_{name}_{dateOfBirth}',
  rules: [],
})
for (const { id, fullName, dateOfBirth, emrId } of patients)
  await app.database.execute(
    `insert into patients (id, lab_id, full_name, date_of_birth, emr_id, phone) overriding system value
       values ($1, $2, $3, $4, $5, $6)`,
    [id, lab.id, fullName, dateOfBirth, emrId, `+97150${id}`],
  )
for (const { file, fileName } of documents) {
  const answer = await dropFile(technician, await readFile(new URL(file, CORPUS)), fileName)
  if (answer.status !== 200) throw new Error(`${file}: ${JSON.stringify(answer.body)}`)
}
const listed = await listInbox(technician)
listed
  .toSorted((one, other) => one.id - other.id)
  .forEach((item, index) => items.set(documents[index]?.file ?? '', item))

const ofMatch = (match: InboxMatch) => documents.filter(({ file }) => items.get(file)?.match === match)
const keyOf = (id: number | undefined) => patients.find((one) => one.id === id)?.key ?? null

describe('66 reports of ten programs', () => {
  it('match green for the right patient only: the precision is 1 [INBOX-19]', () => {
    expect(documents.length).toBeGreaterThanOrEqual(60)
    const wrong = ofMatch('green').filter(
      ({ file, patient }) => keyOf(items.get(file)?.patient?.id) !== patient,
    )
    expect(wrong).toEqual([])
  })

  it('match green in more than half of the cases, and red when nothing is known [INBOX-19]', () => {
    const counts = {
      green: ofMatch('green').length,
      amber: ofMatch('amber').length,
      red: ofMatch('red').length,
    }
    expect(counts).toEqual({ green: 36, amber: 23, red: 7 })
  })

  it('never match green with two patients, wherever the second is printed [INBOX-19]', () => {
    const both = documents.filter(({ file }) => /two-|twelve-/.test(file))
    expect(both).toHaveLength(9)
    for (const { file } of both) expect([file, items.get(file)?.match]).toEqual([file, 'amber'])
  })

  it('match green in every program that writes the text in reading order [INBOX-19]', () => {
    const programs = new Set(ofMatch('green').map(({ program }) => program))
    const all = new Set(documents.map(({ program }) => program))
    expect([...all].filter((program) => !programs.has(program))).toEqual(['scan-without-text'])
  })
})
