import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import {
  decideItem,
  dropFile,
  dropReport,
  linesOf,
  listInbox,
  openItem,
  reportPdf,
} from '../../../testing/inbox.ts'
import { type TestLab, useTestApp } from '../../../testing/test-app.ts'
import { addReportType, patientFields, PNG_BYTES, registerPatient } from '../../../testing/test-records.ts'

let lab: TestLab
let technician: ApiClient
let colleague: ApiClient

const app = await useTestApp({ inboxRoot: '/srv/inbox' })
const admin = await app.signedIn('Admin')
const lipids = await addReportType(admin, 'Lipid Panel')
const urine = await addReportType(admin, 'Urine Culture')
await addReportType(admin, 'Liver Panel')

beforeEach(async () => {
  lab = await app.createLab()
  technician = await app.signedIn('Technician', lab)
  colleague = await app.signedIn('Doctor', lab)
})

const itemOf = async (id: number, client = technician) =>
  (await listInbox(client)).find((item) => item.id === id)
const publish = async (id: number, reportTypeId: number, client = technician) => {
  const patientId = await registerPatient(technician)
  const answer = await decideItem(client, `/inbox/publish/${id}`, {
    patientId,
    reportTypeId,
    title: 'Result',
  })
  expect(answer.status).toBe(200)
}
const arriveMatched = async (...lines: string[]) => {
  const fields = patientFields() as Parameters<typeof linesOf>[0]
  const patientId = await registerPatient(technician, { ...fields })
  return { id: await dropReport(technician, ...linesOf(fields), ...lines), patientId }
}

describe('a proposed type', () => {
  it('comes from the title that the text or the name of the file contains [INBOX-150]', async () => {
    const byText = await dropReport(technician, 'LIPID panel of today')
    const named = await dropFile(technician, await reportPdf('Results'), '4711_urine-culture.pdf')
    const both = await dropReport(technician, 'Lipid panel', 'Liver panel')
    const silent = await dropReport(technician, 'Results')
    const type = { id: lipids, title: 'Lipid Panel' }
    const expected = { reportType: type, title: 'Lipid Panel', proposal: 'file' }
    expect(await itemOf(byText)).toMatchObject(expected)
    expect(await openItem(technician, byText)).toMatchObject(expected)
    expect(await itemOf(named.body.data[0].itemId)).toMatchObject({ title: 'Urine Culture' })
    const nothing = { reportType: null, title: null, proposal: null }
    for (const id of [both, silent]) expect(await itemOf(id)).toMatchObject(nothing)
  })

  it('appears for files that arrived before the type was added [INBOX-150]', async () => {
    const title = `Ferritin ${lab.id}`
    const id = await dropReport(technician, title)
    expect(await itemOf(id)).toMatchObject({ reportType: null })
    await addReportType(technician, title)
    expect(await itemOf(id)).toMatchObject({ reportType: { title }, proposal: 'file' })
  })

  it('follows the last choice of the same uploader when the file says nothing [INBOX-151]', async () => {
    await publish(await dropReport(technician, 'First'), lipids)
    await publish(await dropReport(technician, 'Second'), urine)
    await publish(await dropReport(colleague, 'Third'), lipids, colleague)
    const own = await dropReport(technician, 'Fourth')
    expect(await itemOf(own)).toMatchObject({
      reportType: { id: urine },
      title: 'Urine Culture',
      proposal: 'last-choice',
    })
    const theirs = await dropReport(colleague, 'Fifth')
    expect(await itemOf(theirs)).toMatchObject({ reportType: { id: lipids } })
    const scan = await dropFile(technician, PNG_BYTES, 'scan.png')
    expect(await itemOf(scan.body.data[0].itemId)).toMatchObject({ reportType: null, proposal: null })
    const ambiguous = await dropReport(technician, 'Lipid panel', 'Liver panel')
    expect(await itemOf(ambiguous)).toMatchObject({ reportType: null })
  })

  it('follows the last choice for each source of the lab [INBOX-151]', async () => {
    const addSource = async (folder: string): Promise<number> => {
      const source = { kind: 'folder', name: folder, isOn: true, folder: `${folder}-${lab.id}` }
      const fields = { ...source, publishesAutomatically: false }
      return (await admin.post(`/lab/addInboxSource/${lab.id}`, fields)).body.data.id
    }
    const receive = async (sourceId: number, line: string): Promise<number> => {
      const pdf = await reportPdf(line)
      async function* content() {
        yield await Promise.resolve(pdf)
      }
      const [received] = await app.services.intake.receive({ labId: lab.id, sourceId }, [
        { fileName: 'scan.pdf', content: content() },
      ])
      if (!received || !('itemId' in received)) throw new Error('Nothing was received')
      return received.itemId
    }
    const [scanner, analyzer] = [await addSource('scanner'), await addSource('analyzer')]
    await publish(await receive(scanner, 'First'), urine)
    const proposed = { reportType: { id: urine }, proposal: 'last-choice' }
    expect(await itemOf(await receive(scanner, 'Second'))).toMatchObject(proposed)
    expect(await itemOf(await receive(analyzer, 'Third'))).toMatchObject({ reportType: null })
  })

  it('becomes final as the confirmation lists it, and yields to a rule [INBOX-152]', async () => {
    const { id, patientId } = await arriveMatched('Lipid panel')
    const later = await dropReport(technician, 'Lipid panel')
    const items = [{ id, patientId, reportTypeId: lipids, title: 'Lipid Panel' }]
    expect((await technician.post('/inbox/publishMatched', { items })).body.data).toMatchObject([
      { outcome: 'published' },
    ])
    const rules = [{ field: 'text', contains: 'lipid', reportTypeId: urine, title: 'By rule' }]
    await admin.put(`/lab/updateInboxSettings/${lab.id}`, { rules })
    expect(await itemOf(later)).toMatchObject({
      reportType: { id: urine },
      title: 'By rule',
      proposal: null,
    })
  })
})

describe('setting the type of several items', () => {
  const set = (ids: number[], reportTypeId: number, client = technician) =>
    client.post('/inbox/setType', { ids, reportTypeId })
  const entries = () =>
    app.database.query<{ summary: string }>(
      "select summary from activity_log where action = 'inbox.type' and lab_id = $1 order by id",
      [lab.id],
    )

  it('gives them type and title, and records it once when it is repeated [INBOX-153]', async () => {
    const ids = [await dropReport(technician, 'Results'), await dropReport(colleague, 'Lipid panel')]
    const answers = [await set([...ids, ...ids], urine), await set(ids, urine)]
    for (const { body } of answers) expect(body.data).toEqual({ set: 2, left: 0 })
    expect(await entries()).toEqual([
      { summary: `Set the report type of inbox items #${ids[0]}, #${ids[1]} to Urine Culture` },
    ])
    const expected = { reportType: { id: urine }, title: 'Urine Culture', proposal: null }
    for (const id of ids) expect(await itemOf(id)).toMatchObject(expected)
    await set(ids, lipids)
    for (const id of ids) expect(await itemOf(id)).toMatchObject({ title: 'Lipid Panel' })
  })

  it('keeps the title of the sender or a person [INBOX-153]', async () => {
    const id = await dropReport(technician, 'Results')
    await app.database.execute("update inbox_items set title = 'Lipids, fasting' where id = $1", [id])
    await set([id], lipids)
    expect(await itemOf(id)).toMatchObject({ reportType: { id: lipids }, title: 'Lipids, fasting' })
  })

  it('leaves closed items and those that another person has open [INBOX-153]', async () => {
    const [taken, own, closed, free] = [
      await dropReport(technician, 'Taken'),
      await dropReport(technician, 'Own'),
      await dropReport(technician, 'Closed'),
      await dropReport(technician, 'Free'),
    ]
    await openItem(colleague, taken)
    await openItem(technician, own)
    await technician.post(`/inbox/reject/${closed}`, { reason: 'unreadable' })
    const answer = await set([taken, own, closed, free], lipids)
    expect(answer.body.data).toEqual({ set: 2, left: 2 })
    expect(await itemOf(taken)).toMatchObject({ reportType: null })
    for (const id of [own, free]) expect(await itemOf(id)).toMatchObject({ reportType: { id: lipids } })
  })

  it('finds no item of another lab, no unknown type, and takes at most 200 [INBOX-153]', async () => {
    const outsider = await app.signedIn('Technician')
    const [own, foreign] = [await dropReport(technician, 'Own'), await dropReport(outsider, 'Foreign')]
    expect((await set([own, foreign], lipids)).body.code).toBe('INBOX_ITEM_NOT_FOUND')
    expect((await set([own], 999_999)).status).toBe(400)
    expect((await set([], lipids)).status).toBe(400)
    expect(
      (
        await set(
          Array.from({ length: 201 }, () => own),
          lipids,
        )
      ).status,
    ).toBe(400)
    expect(await itemOf(own)).toMatchObject({ reportType: null })
    expect(await entries()).toEqual([])
    expect((await set([own, foreign], lipids, admin)).body.data).toEqual({ set: 2, left: 0 })
    expect(await entries()).toHaveLength(1)
    expect(await itemOf(foreign, outsider)).toMatchObject({ reportType: { id: lipids } })
  })

  it('becomes necessary again after the sender has changed the item [INBOX-153]', async () => {
    const file = await reportPdf('Results')
    const { itemId } = (await dropFile(technician, file, 'scan.pdf')).body.data[0]
    await set([itemId], urine)
    await admin.put(`/lab/updateInboxSettings/${lab.id}`, { fileNamePattern: '{emrId}_{name}', rules: [] })
    await dropFile(technician, file, 'E-77_Layla Haddad.pdf')
    expect(await itemOf(itemId)).toMatchObject({ fileName: 'E-77_Layla Haddad.pdf', title: null })
  })
})

it('lists what is ready, then what to check, then files without a patient, on every page [INBOX-159]', async () => {
  const nobody = await dropReport(technician, 'Lipid panel')
  const fields = patientFields({ emrId: 'GROUPS-1' })
  const scan = await dropFile(technician, PNG_BYTES, 'scan.png')
  const { id: ready } = await arriveMatched('Lipid panel')
  const doubtful = await dropReport(technician, ...linesOf({ ...fields, emrId: fields.emrId ?? '' }))
  await registerPatient(technician, fields)
  await app.database.execute("update inbox_items set match = 'amber' where id = $1", [doubtful])
  const expected = [
    ...[ready, 'ready', doubtful, 'check'],
    ...[nobody, 'no-patient', scan.body.data[0].itemId, 'no-patient'],
  ]
  expect((await listInbox(technician)).flatMap(({ id, group }) => [id, group])).toEqual(expected)
  for (const [place, id] of [ready, doubtful, nobody].entries())
    expect((await technician.get(`/inbox/getAll?limit=1&page=${place + 1}`)).body.data).toMatchObject([
      { id },
    ])
  expect((await technician.get('/inbox/getCounts')).body.data.groups).toEqual({
    ...{ critical: 0, ready: 1, check: 1, 'no-patient': 2 },
  })
})

it('counts a file as ready once a type is proposed for it [INBOX-159]', async () => {
  const groupOf = async (id: number) => (await itemOf(id))?.group
  const { id } = await arriveMatched('Results')
  expect(await groupOf(id)).toBe('check')
  await publish(await dropReport(technician, 'First'), lipids)
  expect(await groupOf(id)).toBe('ready')
  const { id: named } = await arriveMatched('Urine culture')
  expect(await groupOf(named)).toBe('ready')
})
