import { describe, expect, it } from 'vitest'
import { insertDelegate } from '../../../testing/delegates.ts'
import { giveConsent, startDeliveriesApp } from '../../../testing/deliveries.ts'
import { publishReport, registerPatient } from '../../../testing/test-records.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

const { app, lab, type, doctor, admin, sendableReport, send, sendDue, handOver } =
  await stopAtEnd(startDeliveriesApp())
const receptionist = await app.signedIn('Receptionist', lab)
const outsider = await app.signedIn('Doctor')

type Row = Record<string, { id: number }> & { id: number }
const rowsOf = async (address: string, client = doctor): Promise<Row[]> =>
  (await client.get(`/delivery/${address}`)).body.data
const idsOf = async (query: string, client = doctor) =>
  (await rowsOf(`getAll?limit=100&${query}`, client)).map(({ id }) => id)

const sentTo = async (fullName: string) => {
  const report = await sendableReport({ fullName })
  const { id } = (await send(report.reportId)).body.data
  await sendDue()
  return { ...report, id: id as number }
}

describe('a search of deliveries', () => {
  it('finds parts of names and ZL ids, and a channel, in the own lab only [DELIV-20]', async () => {
    const mona = await sentTo('Mona Darwish')
    const slip = (await handOver(mona.reportId, 'slip')).body.data.delivery.id
    const omar = await sentTo('عمر Saleh')
    expect(await idsOf('search=darw')).toEqual([slip, mona.id])
    expect(await idsOf('search=darw&channel=email')).toEqual([mona.id])
    expect(await idsOf('channel=slip')).toEqual([slip])
    expect(await idsOf(`search=${encodeURIComponent('عمر')}`)).toEqual([omar.id])
    for (const spelling of [`ZL-${omar.patientId}`, `zl ${omar.patientId}`, `${omar.patientId}`])
      expect(await idsOf(`search=${encodeURIComponent(spelling)}`), spelling).toEqual([omar.id])
    expect(await idsOf('search=darw&view=not-reached')).toEqual([])
    expect(await idsOf('search=darw', outsider)).toEqual([])
    expect(await idsOf(`search=ZL-${omar.patientId}`, outsider)).toEqual([])
    expect(await idsOf('search=darw', admin)).toEqual([slip, mona.id])
  })

  it('ignores texts without letters and unknown channels, and survives extremes [DELIV-20]', async () => {
    const all = await idsOf('')
    expect(await idsOf('search=%25')).toEqual(all)
    expect(await idsOf('channel=pigeon')).toEqual(all)
    expect(await idsOf('search=999999999999999')).toEqual([])
    expect(await idsOf(`search=${'x'.repeat(5000)}`)).toEqual([])
    expect(await idsOf('search=%00a%27%5C%25')).toEqual([])
  })

  it('follows a merged patient [DELIV-20]', async () => {
    const [one, other] = [await sentTo('Layla Merged'), await sentTo('Layla Merged')]
    await merge(one.patientId, other.patientId)
    expect(await idsOf(`search=ZL-${other.patientId}`)).toEqual([other.id, one.id])
  })
})

const merge = async (survivorId: number, mergedId: number) => {
  const answer = await admin.post('/patient/merge', {
    survivorId,
    mergedId,
    keep: {},
    reason: 'Registered twice',
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

describe('the messages to a patient', () => {
  const ofPatient = async (patientId: number, client = doctor, query = '') =>
    client.get(`/delivery/getOfPatient/${patientId}${query}`)
  const idsIn = ({ body }: { body: { data: Row[] } }) => body.data.map(({ id }) => id)

  it('appear across reports, newest first, in pages [DELIV-21]', async () => {
    const first = await sentTo('Nora Twice')
    const report = await publishReport(doctor, first.patientId, type)
    const second = (await send(report.id)).body.data.id
    const answer = await ofPatient(first.patientId, receptionist)
    expect(idsIn(answer)).toEqual([second, first.id])
    expect(answer.body.data[0].report.id).toBe(report.id)
    const ofReport = (await doctor.get(`/delivery/getOfReport/${first.reportId}`)).body.data
    expect(ofReport[0].events).not.toEqual([])
    expect(answer.body.data[1].events).toEqual(ofReport[0].events)
    const page = await ofPatient(first.patientId, receptionist, '?limit=1&page=2')
    expect(idsIn(page)).toEqual([first.id])
    expect(page.body.pagination).toEqual({ page: 2, limit: 1, totalItems: 2, totalPages: 2 })
    expect((await ofPatient(first.patientId, outsider)).status).toBe(404)
    expect((await ofPatient(999_999_999)).status).toBe(404)
  })

  it('follow the surviving record, and back when the merge is undone [DELIV-21]', async () => {
    const [one, other] = [await sentTo('Sami Double'), await sentTo('Sami Double')]
    await merge(one.patientId, other.patientId)
    for (const id of [one.patientId, other.patientId])
      expect(idsIn(await ofPatient(id))).toEqual([other.id, one.id])
    const merges = (await admin.get(`/patient/getMerges/${one.patientId}`)).body.data
    expect((await admin.post(`/patient/undoMerge/${merges[0].id}`)).status).toBe(200)
    expect(idsIn(await ofPatient(one.patientId))).toEqual([one.id])
    expect(idsIn(await ofPatient(other.patientId))).toEqual([other.id])
  })

  it('about withdrawn reports are shown to users who may see these [DELIV-21]', async () => {
    const { id, patientId, reportId } = await sentTo('Wafa Withdrawn')
    await withdrawReport(doctor, reportId, { reason: 'wrong-file' })
    expect(idsIn(await ofPatient(patientId))).toEqual([id])
    expect(idsIn(await ofPatient(patientId, receptionist))).toEqual([])
  })
})

describe('reports whose patient cannot be reached', () => {
  const unreachable = async (client = doctor) =>
    (await rowsOf('getWithoutContact?limit=100', client)).map(({ report }) => report?.id)
  const noContact = async (client = doctor) => (await client.get('/delivery/getCounts')).body.data.noContact
  const setAutomatic = (isAutomatic: boolean) =>
    app.database.execute(
      `insert into lab_delivery_settings (lab_id, is_automatic) values ($1, $2)
       on conflict (lab_id) do update set is_automatic = excluded.is_automatic`,
      [lab.id, isAutomatic],
    )
  const reportOf = async (patientId: number, client = doctor) =>
    (await publishReport(client, patientId, type)).id

  it('include those with a consent that leads nowhere [DELIV-19]', async () => {
    const patientId = await registerPatient(doctor, { email: '' })
    await giveConsent(doctor, patientId, { email: true, whatsapp: false })
    const reportId = await reportOf(patientId)
    expect(await unreachable()).toEqual([reportId])
    expect(await noContact()).toBe(1)
    expect(await unreachable(outsider)).toEqual([])
    expect(await unreachable(admin)).toEqual([reportId])
    expect((await rowsOf('getWithoutContact'))[0]).toMatchObject({
      report: { id: reportId },
      patient: { id: patientId },
      missing: 'no-contact',
    })

    await app.database.execute("update patients set email = 'now@mail.test' where id = $1", [patientId])
    expect(await unreachable()).toEqual([])
    await app.database.execute('update patients set email = null where id = $1', [patientId])
    await giveConsent(doctor, patientId, { email: true, whatsapp: true })
    expect(await unreachable()).toEqual([])
    await giveConsent(doctor, patientId, { email: true, whatsapp: false })
    expect(await unreachable()).toEqual([reportId])

    await addGuardian(patientId, 'current_date')
    expect(await unreachable()).toEqual([])
    await app.database.execute('delete from patient_delegates')
    await addGuardian(patientId, 'current_date + 1')
    expect(await unreachable()).toEqual([reportId])

    const slip = (await handOver(reportId, 'slip')).body.data.delivery.id
    expect(await unreachable()).toEqual([])
    await app.database.execute("update deliveries set state = 'canceled' where id = $1", [slip])
    expect(await unreachable()).toEqual([reportId])
    await withdrawReport(doctor, reportId, { reason: 'wrong-file' })
    expect(await unreachable()).toEqual([])
  })

  it('include those without consent in a lab that sends automatically, for 30 days [DELIV-19]', async () => {
    const reportId = await reportOf(await registerPatient(doctor))
    const ofAdmin = await reportOf(await registerPatient(doctor), admin)
    expect(await unreachable()).toEqual([])
    await setAutomatic(true)
    expect((await unreachable()).slice(0, 2)).toEqual([ofAdmin, reportId])
    expect((await rowsOf('getWithoutContact?limit=1'))[0]).toMatchObject({ missing: 'no-consent' })
    await app.database.transaction(async (tx) => {
      await tx.execute('alter table reports disable trigger user')
      for (const age of ['reports set created_at', 'unreached_reports set published_at'])
        await tx.execute(
          `update ${age} = now() - interval '31 days' where ${age.startsWith('reports') ? 'id' : 'report_id'} = $1`,
          [reportId],
        )
      await tx.execute('alter table reports enable trigger user')
    })
    expect(await unreachable()).not.toContain(reportId)
    expect(await unreachable()).toContain(ofAdmin)
    await setAutomatic(false)
  })

  const addGuardian = (patientId: number, from: string) =>
    app.database.execute(
      `insert into patient_delegates (patient_id, kind, full_name, relation, language, phone, document_seen, valid_from,
                                      wording_version, recorded_by)
       select $1, 'guardian', 'Huda Guardian', 'parent', 'en', '+971501234567', 'Passport', ${from}, 1, min(id)
         from users`,
      [patientId],
    )
})

describe('the export of deliveries', () => {
  const download = async (query: string, client = doctor) => {
    const response = await client.raw('GET', `/api/v1/delivery/export${query}`)
    return { response, lines: (await response.text()).split('\r\n').slice(0, -1) }
  }
  const idsIn = (lines: string[]) => lines.slice(1).map((line) => Number(line.split(',')[0]))

  it('contains the rows of the view and no formulas, and is recorded [DELIV-20]', async () => {
    const { id, reportId } = await sentTo('=HYPERLINK(1)')
    const { response, lines } = await download('?view=all&search=hyperlink')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="deliveries.csv"')
    expect(idsIn(lines)).toEqual([id])
    expect(lines[0]).toContain('Message ID,Patient,System ID,Report ID')
    expect(lines[1]).toContain(`,'=HYPERLINK(1),`)
    expect(lines[1]).toContain(`,${reportId},`)
    expect(idsIn((await download('')).lines)).toEqual(await idsOf(''))
    expect(idsIn((await download('?view=not-reached')).lines)).toEqual([])
    expect(idsIn((await download('', outsider)).lines)).toEqual([])
    const { summary } = await app.database.one<{ summary: string }>(
      "select summary from activity_log where action = 'data.export' order by id limit 1",
    )
    expect(summary).toBe('Exported messages to patients: “hyperlink”')
  })

  it('shows the recipient and the outcome of each message [DELIV-20]', async () => {
    const { id, patientId } = await sentTo('Delivered Person')
    const guardian = await insertDelegate(app.database, patientId, { by: 1 })
    await app.database.execute(
      `update deliveries set delegate_id = $2, contact = $3, sent_at = '2026-01-02T03:04:05Z',
              delivered_at = '2026-01-02T03:05:06Z' where id = $1`,
      [id, guardian.id, guardian.email],
    )
    const { lines } = await download('?search=Delivered')
    const [headings, cells] = lines.map((line) => line.replace('\ufeff', '').split(','))
    const row = Object.fromEntries((headings ?? []).map((name, index) => [name, cells?.[index]]))
    expect(row).toMatchObject({
      'Sent To': guardian.email,
      'Guardian or Delegate': 'Maryam Haddad',
      State: 'Sent',
    })
    expect(row['Sent At']).toContain('2026-01-02')
    expect(row['Delivered At']).toContain('2026-01-02')
    expect(row['Delivered At']).not.toBe(row['Sent At'])
  })

  it('contains the reports without contact [DELIV-20]', async () => {
    const patientId = await registerPatient(doctor, { email: '' })
    await giveConsent(doctor, patientId, { email: true, whatsapp: false })
    const report = await publishReport(doctor, patientId, type)
    const { response, lines } = await download('?view=no-contact')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="no-contact.csv"')
    expect(idsIn(lines)).toContain(report.id)
    expect(lines.find((line) => line.startsWith(`${report.id},`))).toContain(`ZL-${patientId}`)
  })

  it('continues over batches and ends at 10,000 rows [DELIV-20]', async () => {
    const { reportId } = await sendableReport()
    await app.database.execute(
      `insert into deliveries (report_id, lab_id, report_version, channel, purpose, contact, language, template_version,
                               state)
       select $1, $2, 1, 'email', 'report', 'x@mail.test', 'en', 1, 'sent' from generate_series(1, 10050)`,
      [reportId, lab.id],
    )
    const ids = idsIn((await download('')).lines)
    expect(ids).toHaveLength(10_000)
    expect(new Set(ids).size).toBe(10_000)
    await app.database.execute('delete from deliveries where report_id = $1', [reportId])
  })
})
