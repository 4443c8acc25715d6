import {
  INBOX_GROUPS,
  TO_DO_COUNT_LIMIT,
  type InboxCounts,
  type InboxGroup,
  type InboxItem,
  type ToDo,
} from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { SILENT_MAIL_SERVER, useCritical } from '../../../testing/critical.ts'
import { dropReport, listInbox } from '../../../testing/inbox.ts'
import { needTwoPersons, submitReport } from '../../../testing/release.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../../testing/test-records.ts'

const app = await useTestApp({ smtpUrl: SILENT_MAIL_SERVER })
const admin = await app.signedIn('Admin')
const lab = await app.createLab()
const doctor = await app.signedIn('Doctor', lab)
const technician = await app.signedIn('Technician', lab)
const typeId = await addReportType(admin)
const patientId = await registerPatient(technician)

/** Every combination of what an item may say, as copies of one uploaded file. */
const fillInbox = async () => {
  const id = await dropReport(technician, 'A line that names no patient')
  await app.database.execute(
    `with shape as (
       select row_number() over () as n, kind, match, is_critical, problem, notices, has_type, has_proposal, visit
         from unnest(array['report', 'amendment', 'withdrawal']) kind,
              unnest(array['green', 'amber', 'red']) match,
              unnest(array[false, true]) is_critical,
              unnest(array[null, 'not-final']) problem,
              unnest(array['[]', '[{"code":"collected-unclear","value":"x"}]',
                           '[{"code":"order-of-other-patient","value":null}]']) notices,
              unnest(array[false, true]) has_type, unnest(array[false, true]) has_proposal,
              unnest(array[null, '{"orderNumber":"A1","collectedAt":"2020-01-01","receivedAt":null,"referrer":null}']) visit
     ), file as (
       insert into report_files (name, original_name, media_type, size_bytes, sha256)
       select 'shape-' || n || '.pdf', 'shape.pdf', 'application/pdf', 1000, sha256(convert_to('shape ' || n, 'UTF8'))
         from shape returning id, original_name, name)
     insert into inbox_items (lab_id, uploaded_by, upload_key, file_id, file_name, received_at, matched_at, has_codes_read,
                              kind, match, is_critical, problem, notices, report_type_id, has_proposal, visit, patient_id)
     select o.lab_id, o.uploaded_by, gen_random_uuid(), f.id, 'shape.pdf', now(), now(), true,
            s.kind, s.match, s.is_critical, s.problem, s.notices::jsonb, case when s.has_type then $2::bigint end,
            s.has_proposal, s.visit::jsonb, case when s.match <> 'red' then $3::bigint end
       from shape s join file f on f.name = 'shape-' || s.n || '.pdf' cross join inbox_items o where o.id = $1`,
    [id, typeId, patientId],
  )
}

/** Group that the marks of a row imply. */
const groupOf = ({ isCritical, kind, match, problem, notices, reportType }: InboxItem): InboxGroup => {
  if (isCritical) return 'critical'
  if (kind === 'report' && match === 'red') return 'no-patient'
  const isReady = kind === 'report' && match === 'green' && !problem && notices.length === 0 && reportType
  return isReady ? 'ready' : 'check'
}

const listAll = async () => {
  const pages: InboxItem[] = []
  for (let page = 1; page < 20; page += 1) {
    const found = await listInbox(technician, `&page=${page}`)
    pages.push(...found)
    if (found.length < 100) break
  }
  return pages
}
const countsOf = async () => sure(await technician.get('/inbox/getCounts')) as InboxCounts
const expectToDo = async (items: InboxItem[]) => {
  const { kinds, items: listed } = sure(await technician.get('/user/dashboard/toDo')) as ToDo
  expect(kinds.find(({ kind }) => kind === 'inbox')?.count).toBe(Math.min(items.length, TO_DO_COUNT_LIMIT))
  const critical = new Map(items.map(({ id, isCritical }) => [id, isCritical]))
  for (const { record, isCritical } of listed.filter(({ kind }) => kind === 'inbox'))
    expect(isCritical).toBe(critical.get(record.id))
}

const expectOneTruth = async () => {
  const items = await listAll()
  const counts = await countsOf()
  expect(items.filter((item) => item.group !== groupOf(item))).toEqual([])
  expect(items.map(({ group }) => INBOX_GROUPS.indexOf(group))).toEqual(
    items.map(({ group }) => INBOX_GROUPS.indexOf(group)).toSorted((a, b) => a - b),
  )
  const rowsOf = (isCounted: (item: InboxItem) => boolean) => items.filter(isCounted).length
  expect(counts.groups).toEqual(
    Object.fromEntries(INBOX_GROUPS.map((group) => [group, rowsOf((item) => item.group === group)])),
  )
  expect(counts.critical).toBe(rowsOf(({ isCritical }) => isCritical))
  for (const match of ['green', 'amber', 'red'] as const)
    expect(counts[match]).toBe(rowsOf((item) => item.match === match))
  await expectToDo(items)
  return items
}

const SWITCHES = [false, true].flatMap((critical) =>
  [false, true].flatMap((visits) => [false, true].map((twoPersons) => ({ critical, visits, twoPersons }))),
)

describe('the group of an inbox item', () => {
  it.each(SWITCHES)(
    'follows the marks of its row with %j [INBOX-190]',
    async ({ critical, visits, twoPersons }) => {
      await useCritical(admin, lab.id, { isOn: critical })
      sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: visits }))
      await needTwoPersons(admin, lab, { twoPersons: twoPersons ? 'all' : 'none' })
      if ((await listInbox(technician)).length === 0) await fillInbox()
      const items = await expectOneTruth()
      expect(items.some(({ isCritical }) => isCritical)).toBe(critical)
      expect(items.some(({ notices }) => notices.some(({ code }) => code === 'collected-unclear'))).toBe(
        visits,
      )
    },
  )

  it('becomes “to check” once its file is published or awaits release otherwise [INBOX-191]', async () => {
    await needTwoPersons(admin, lab, { twoPersons: 'none' })
    const ready = (await listAll()).filter(({ group }) => group === 'ready').slice(0, 2)
    const [published, awaiting] = ready.map(({ id }) => id)
    const { id: reportId } = await publishReport(technician, patientId, typeId)
    await needTwoPersons(admin, lab, { twoPersons: 'all' })
    const unreleasedId = await submitReport(technician, patientId, typeId)
    await app.database.execute('alter table report_files disable trigger user')
    const takeFile = (id: number | undefined, from: string) =>
      app.database.execute(
        `update report_files f set sha256 = (select s.sha256 from report_files s join ${from})
           from inbox_items i where i.id = $1 and f.id = i.file_id`,
        [id],
      )
    await takeFile(published, `reports r on r.file_id = s.id and r.id = ${reportId}`)
    await takeFile(awaiting, `unreleased_reports u on u.file_id = s.id and u.id = ${unreleasedId}`)
    await app.database.execute('alter table report_files enable trigger user')
    const items = await expectOneTruth()
    const problemOf = (id: number | undefined) => items.find((item) => item.id === id)?.problem
    expect([problemOf(published), problemOf(awaiting)]).toEqual(['already-published', 'already-awaiting'])
  })

  it('follows report types that are added and renamed after the file came [INBOX-192]', async () => {
    const title = 'Zebra panel'
    const [one] = (await listAll()).filter(
      ({ group, reportType, match, kind }) =>
        group === 'check' && reportType === null && match === 'green' && kind === 'report',
    )
    await app.database.execute(
      `update inbox_items set file_name = $2, notices = '[]', visit = null where id = $1`,
      [one?.id, `${title}.pdf`],
    )
    const find = async () => (await expectOneTruth()).find(({ id }) => id === one?.id)?.group
    await listAll()
    expect(await find()).toBe('check')
    const added = await addReportType(admin, title)
    await listAll()
    expect(await find()).toBe('ready')
    sure(await doctor.put(`/report/updateReportType/${added}`, { title: 'Something else' }))
    await listAll()
    expect(await find()).toBe('check')
  })
})
