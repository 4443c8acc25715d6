import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { dropFile, dropReport, listInbox, reportPdf } from '../../../testing/inbox.ts'
import { type TestLab, type TestUser, useTestApp } from '../../../testing/test-app.ts'
import { addReportType } from '../../../testing/test-records.ts'

let lab: TestLab
let technician: ApiClient & { user: TestUser }

const app = await useTestApp({ inboxRoot: '/srv/inbox', hl7Port: 2575 })
const admin = await app.signedIn('Admin')
const typeId = await addReportType(admin, 'Hematology')

beforeEach(async () => {
  lab = await app.createLab()
  technician = await app.signedIn('Technician', lab)
})

const save = (settings: object) => admin.put(`/lab/updateInboxSettings/${lab.id}`, settings)
const rule = (changes: object = {}) => ({
  field: 'text',
  contains: 'Blood count',
  reportTypeId: typeId,
  title: 'Complete blood count',
  ...changes,
})

describe('rules', () => {
  it('give files their type and title, also those that are in the inbox [INBOX-14]', async () => {
    const before = await dropReport(technician, 'No patient here')
    const saved = await save({ fileNamePattern: '{emrId}_{name}', rules: [rule()] })
    expect(saved.body.data).toMatchObject({
      fileNamePattern: '{emrId}_{name}',
      rules: [
        {
          field: 'text',
          contains: 'Blood count',
          reportType: { id: typeId, title: 'Hematology' },
          title: 'Complete blood count',
        },
      ],
    })
    await dropFile(technician, await reportPdf('Another'), '1001_Layla Haddad.pdf')
    const items = await listInbox(technician)
    expect(items).toHaveLength(2)
    for (const item of items)
      expect(item).toMatchObject({ title: 'Complete blood count', reportType: { id: typeId } })
    expect(items[0]?.id).toBe(before)
    expect((await admin.get(`/lab/getInboxSettings/${lab.id}`)).body.data).toEqual(saved.body.data)
  })

  it('run on the newest files as a trial before they are saved [INBOX-15]', async () => {
    await dropFile(technician, await reportPdf('Layla'), '1001_Layla Haddad.pdf')
    await dropFile(technician, await reportPdf('Omar'), 'scan.pdf')
    const rules = [rule({ field: 'fileName', contains: 'SCAN' }), rule({ field: 'any', contains: '' })]
    const tried = await admin.post(`/lab/tryInboxSettings/${lab.id}`, {
      ...{ fileNamePattern: '{emrId}_{name}', rules },
    })
    expect(tried.body.data).toMatchObject([
      { fileName: 'scan.pdf', rule: 0, named: [] },
      { fileName: '1001_Layla Haddad.pdf', rule: 1, named: ['1001', 'Layla Haddad'] },
    ])
    expect((await admin.get(`/lab/getInboxSettings/${lab.id}`)).body.data.rules).toEqual([])
  })

  it('keep the texts of the newest 100 files only [INBOX-15]', async () => {
    await dropReport(technician, 'No patient here')
    await app.database.execute(
      `insert into inbox_items (lab_id, uploaded_by, upload_key, file_name, text, kind, state, decided_at, reject_reason)
       select $1, $2, 'old-' || n, 'old.pdf', 'Glucose', 'report', 'rejected', now(), 'unreadable'
         from generate_series(1, 103) n`,
      [lab.id, technician.user.id],
    )
    await app.services.inboxSettings.removeOldTexts()
    const row = await app.database.one<{ open: number; closed: number }>(
      `select count(*) filter (where state = 'open' and text <> '')::integer as open,
              count(*) filter (where state <> 'open' and text <> '')::integer as closed
         from inbox_items where lab_id = $1`,
      [lab.id],
    )
    expect(row).toEqual({ open: 1, closed: 100 })
  })

  it.each([
    ['an unknown field', { fileNamePattern: '{ssn}_{name}', rules: [] }],
    ['two fields that cannot be told apart', { fileNamePattern: '{emrId}{name}', rules: [] }],
    ['a field twice', { fileNamePattern: '{name}_{name}', rules: [] }],
    ['a brace that is not closed', { fileNamePattern: '{name_x', rules: [] }],
    ['no field', { fileNamePattern: 'report', rules: [] }],
    ['a rule without a text', { rules: [{ field: 'text', reportTypeId: 1, title: 'Blood count' }] }],
    ['an unknown type', { rules: [{ field: 'any', reportTypeId: 999_999, title: 'Blood count' }] }],
    [
      '51 rules',
      { rules: Array.from({ length: 51 }, () => ({ field: 'any', reportTypeId: 1, title: 'Blood' })) },
    ],
  ])('fail with %s [INBOX-14]', async (_, settings) => {
    expect((await save(settings)).status).toBe(400)
  })
})

describe('sources', () => {
  const folder = (changes: object = {}) => ({
    kind: 'folder',
    name: 'Scanner',
    isOn: true,
    publishesAutomatically: false,
    folder: `lab-${lab.id}/scans`,
    ...changes,
  })
  const hl7 = (changes: object = {}) => ({
    kind: 'hl7',
    name: 'Analyzer',
    isOn: true,
    publishesAutomatically: false,
    certificate: `SHA256 Fingerprint=${'AB:'.repeat(31)}${String(lab.id).padStart(2, '0').slice(-2)}`,
    addresses: ['10.1.2.3', '10.2.0.0/16', 'fd00::/8'],
    ...changes,
  })
  const add = (source: object) => admin.post(`/lab/addInboxSource/${lab.id}`, source)

  it('never watch one folder inside of another when they are added at the same moment [RULE-50]', async () => {
    const other = await app.createLab()
    const admins = await Promise.all(Array.from({ length: 6 }, () => app.signedIn('Admin')))
    const top = `shared-${lab.id}`
    const answers = await Promise.all(
      admins.map((one, index) =>
        one.post(
          `/lab/addInboxSource/${index % 2 === 0 ? lab.id : other.id}`,
          folder({ name: `Scanner ${index}`, folder: `${top}${'/below'.repeat(index)}` }),
        ),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400])
  })

  it('change by the Admin, who adds and removes them [INBOX-16]', async () => {
    const added = await add(folder())
    expect(added.body.data).toMatchObject({ folder: `lab-${lab.id}/scans`, problem: null })
    const sender = await add(hl7({ charset: 'windows-1256' }))
    expect(sender.body.data.certificate).toMatch(/^[0-9a-f]{64}$/)
    const { id } = added.body.data
    const path = `/lab/updateInboxSource/${lab.id}/${id}`
    expect((await admin.put(path, folder({ name: 'Front desk' }))).body.data.name).toBe('Front desk')
    expect((await admin.put(path, hl7({ certificate: 'a'.repeat(64) }))).status).toBe(404)
    const { data } = (await admin.get(`/lab/getInboxSources/${lab.id}`)).body
    expect(data).toMatchObject({ root: '/srv/inbox', hl7Port: 2575, sources: [{ id }, { kind: 'hl7' }] })
    expect(data.publishers).toEqual([{ id: technician.user.id, fullName: expect.any(String) as string }])
    expect((await admin.delete(`/lab/removeInboxSource/${lab.id}/${id}`)).status).toBe(200)
    expect((await admin.delete(`/lab/removeInboxSource/${lab.id}/${id}`)).status).toBe(404)
    expect((await add(folder())).status).toBe(200)
  })

  it('appear once for a request that is repeated with its key [INBOX-16]', async () => {
    const key = { headers: { 'idempotency-key': randomUUID() } }
    const addOnce = () => admin.post(`/lab/addInboxSource/${lab.id}`, folder(), key)
    const [first, second] = [await addOnce(), await addOnce()]
    expect([second.status, second.body.data.id]).toEqual([200, first.body.data.id])
  })

  it('stay closed to other roles, and to requests through another lab [INBOX-16]', async () => {
    expect((await technician.get(`/lab/getInboxSources/${lab.id}`)).status).toBe(403)
    expect((await technician.post(`/lab/addInboxSource/${lab.id}`, folder())).status).toBe(403)
    const { id } = (await add(folder())).body.data
    const other = await app.createLab()
    expect((await admin.delete(`/lab/removeInboxSource/${other.id}/${id}`)).status).toBe(404)
    expect((await admin.put(`/lab/updateInboxSource/${other.id}/${id}`, folder())).status).toBe(404)
  })

  it.each([
    ['above INBOX_DIR', '../elsewhere', 'INBOX_FOLDER_OUTSIDE'],
    ['INBOX_DIR itself', '.', 'INBOX_FOLDER_OUTSIDE'],
    ['a way around', 'a/../../b', 'INBOX_FOLDER_OUTSIDE'],
  ])('refuse the folder %s [INBOX-17]', async (_, path, code) => {
    expect((await add(folder({ folder: path }))).body.code).toBe(code)
  })

  it('never share a folder, nor one inside of the other [INBOX-17]', async () => {
    await add(folder())
    for (const path of [`lab-${lab.id}/scans`, `lab-${lab.id}`, `lab-${lab.id}/scans/today`])
      expect((await add(folder({ folder: path }))).body.code).toBe('INBOX_FOLDER_TAKEN')
    await add(hl7())
    expect((await add(hl7())).body.code).toBe('INBOX_CERTIFICATE_TAKEN')
  })

  it.each([
    ['no certificate', { certificate: '' }],
    ['half a fingerprint', { certificate: 'abcd' }],
    ['no address', { addresses: [] }],
    ['a name for an address', { addresses: ['lis.example'] }],
    ['an impossible network', { addresses: ['10.0.0.0/33'] }],
    ['an unknown character set', { charset: 'ebcdic' }],
  ])('refuse %s [INBOX-18]', async (_, changes) => {
    expect((await add(hl7(changes))).status).toBe(400)
  })

  it('publish in the name of an active person of the lab only [INBOX-18]', async () => {
    const outsider = await app.createUser('Doctor', await app.createLab())
    const receptionist = await app.createUser('Receptionist', lab)
    for (const publisherId of [outsider.id, receptionist.id, 999_999])
      expect((await add(folder({ publishesAutomatically: true, publisherId }))).body.code).toBe(
        'INBOX_PUBLISHER_UNSUITABLE',
      )
    expect((await add(folder({ publishesAutomatically: true }))).status).toBe(400)
  })
})
