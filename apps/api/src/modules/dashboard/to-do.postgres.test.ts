import type { ToDo, ToDoKind } from '@zelab/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { sure, type ApiClient } from '../../testing/api-client.ts'
import { SILENT_MAIL_SERVER, useCritical } from '../../testing/critical.ts'
import { dropReport } from '../../testing/inbox.ts'
import { needTwoPersons, submitReport } from '../../testing/release.ts'
import { type TestLab, useTestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'

const app = await useTestApp({ smtpUrl: SILENT_MAIL_SERVER })
const admin = await app.signedIn('Admin')
const typeId = await addReportType(admin)

let lab: TestLab
let doctor: ApiClient & { user: { id: number } }
let technician: ApiClient
let receptionist: ApiClient
let patientId: number
beforeEach(async () => {
  lab = await app.createLab()
  doctor = await app.signedIn('Doctor', lab)
  technician = await app.signedIn('Technician', lab)
  receptionist = await app.signedIn('Receptionist', lab)
  patientId = await registerPatient(technician)
})

const toDoOf = async (client: ApiClient) => sure(await client.get('/user/dashboard/toDo')) as ToDo
const countsOf = ({ kinds }: ToDo) => Object.fromEntries(kinds.map(({ kind, count }) => [kind, count]))
const idsOf = ({ items }: ToDo, kind: ToDoKind) =>
  items.filter((item) => item.kind === kind).map(({ record }) => record.id)

const useVisits = async () => void sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
const promisedIn = async (minutes: number, fields: object = {}) => {
  const id = await registerPatient(receptionist)
  const promisedAt = new Date(Date.now() + minutes * 60_000).toISOString()
  sure(await receptionist.post(`/visit/create/${id}`, { reportTypeIds: [typeId], promisedAt, ...fields }))
  return id
}

describe('what a role has to do', () => {
  it('includes the kinds of the role, and nothing for a visitor [DASHROLE-06]', async () => {
    const kindsOf = async (client: ApiClient) => (await toDoOf(client)).kinds.map(({ kind }) => kind)
    expect(await kindsOf(doctor)).toEqual(['critical', 'visit', 'release', 'returned', 'confirm', 'report'])
    expect(await kindsOf(technician)).toEqual(['critical', 'release', 'returned', 'confirm', 'inbox'])
    expect(await kindsOf(receptionist)).toEqual(['critical', 'visit', 'payment'])
    expect(await kindsOf(admin)).toEqual(['lab'])
    expect((await app.client().get('/user/dashboard/toDo')).status).toBe(401)
  })

  it('shows critical results, then late work, visits, releases and reports [DASHROLE-07]', async () => {
    await useVisits()
    await needTwoPersons(admin, lab)
    await useCritical(admin, lab.id)
    const late = await promisedIn(-5)
    const waiting = await submitReport(technician, patientId, typeId)
    const critical = await submitReport(technician, patientId, typeId, { isCritical: true })
    const toDo = await toDoOf(doctor)
    expect(toDo.items.map(({ kind, record }) => [kind, record.id])).toEqual([
      ['critical', critical],
      ['visit', late],
      ['release', critical],
      ['release', waiting],
    ])
    expect(countsOf(toDo)).toMatchObject({ critical: 1, visit: 1, release: 2, report: 0 })
    expect(toDo.items[1]).toMatchObject({ isLate: true, patient: { id: late } })
  })

  it('leaves out reports that the caller wrote, and returns them to their authors [DASHROLE-07]', async () => {
    await needTwoPersons(admin, lab)
    const own = await submitReport(doctor, patientId, typeId)
    const returned = await submitReport(technician, patientId, typeId)
    sure(await doctor.post(`/release/return/${returned}`, { revision: 1, reason: 'The name is wrong' }))
    expect(idsOf(await toDoOf(doctor), 'release')).toEqual([])
    expect(idsOf(await toDoOf(await app.signedIn('Doctor', lab)), 'release')).toEqual([own])
    expect(idsOf(await toDoOf(technician), 'returned')).toEqual([returned])
    expect(idsOf(await toDoOf(technician), 'release')).toEqual([])
  })

  it('lists for a Doctor reports of others that no one, or not the Doctor, has opened [DASHROLE-03, DASHROLE-11]', async () => {
    const publish = async (hoursAgo = 0, client: ApiClient = technician) => {
      const { id } = await publishReport(client, patientId, typeId)
      await app.database.execute(
        'update reports set created_at = created_at - make_interval(hours => $2) where id = $1',
        [id, hoursAgo],
      )
      return id
    }
    const [unopened, openedOld, openedNew] = [await publish(30), await publish(30), await publish()]
    const seen = await publish()
    await publish(0, doctor)
    const colleague = await app.signedIn('Doctor', lab)
    for (const id of [openedOld, openedNew, seen]) await colleague.get(`/report/getById/${id}`)
    await doctor.get(`/report/getById/${seen}`)
    await app.services.activity.flush()
    const toDo = await toDoOf(doctor)
    expect(idsOf(toDo, 'report')).toEqual([openedNew, unopened])
    expect(toDo.items.map(({ isNew }) => isNew)).toEqual([true, false])
    expect(idsOf(await toDoOf(await app.signedIn('Doctor')), 'report')).toEqual([])
  })

  it('reaches back for a Doctor to the last visit, at least a day and at most a week [DASHROLE-03]', async () => {
    const { id } = await publishReport(technician, patientId, typeId)
    const colleague = await app.signedIn('Doctor', lab)
    await colleague.get(`/report/getById/${id}`)
    await app.services.activity.flush()
    const isShown = async (hoursAgo: number, visitedHoursAgo: number) => {
      await app.database.execute(
        'update reports set created_at = now() - make_interval(hours => $2) where id = $1',
        [id, hoursAgo],
      )
      await app.database.execute('alter table activity_log disable trigger activity_log_append_only')
      await app.database.execute(
        'update activity_log set at = now() - make_interval(hours => $2) where actor_id = $1',
        [doctor.user.id, visitedHoursAgo],
      )
      await app.database.execute('alter table activity_log enable trigger activity_log_append_only')
      return idsOf(await toDoOf(doctor), 'report').length === 1
    }
    expect(await isShown(23, 2)).toBe(true)
    expect(await isShown(25, 2)).toBe(false)
    expect(await isShown(59, 60)).toBe(true)
    expect(await isShown(61, 60)).toBe(false)
    expect(await isShown(167, 2000)).toBe(true)
    expect(await isShown(169, 2000)).toBe(false)
  })

  it('lists for a Technician ten files of the inbox, and how many there are [DASHROLE-08]', async () => {
    for (let number = 0; number < 11; number++) await dropReport(technician, `Report ${number}`)
    const toDo = await toDoOf(technician)
    expect(idsOf(toDo, 'inbox')).toHaveLength(10)
    expect(countsOf(toDo)).toMatchObject({ inbox: 11 })
  })

  it('lists for a Receptionist visits that are late or due today, and unpaid ones [DASHROLE-09]', async () => {
    await useVisits()
    const paidLater = { payment: 'due' }
    const [soon, late] = [await promisedIn(2), await promisedIn(-2)]
    const ready = await promisedIn(1, paidLater)
    await publishReport(technician, ready, typeId)
    const toDo = await toDoOf(receptionist)
    expect(toDo.items.map(({ kind, record }) => [kind, record.id])).toEqual([
      ['visit', late],
      ['visit', soon],
      ['payment', ready],
    ])
    await app.database.execute(
      "update visits set created_at = now() - interval '8 days' where patient_id = $1",
      [ready],
    )
    expect(idsOf(await toDoOf(receptionist), 'payment')).toEqual([])
  })

  it('lists for the Admin labs with late work, each problem once [DASHROLE-10]', async () => {
    await useVisits()
    await promisedIn(-5)
    await promisedIn(-6)
    await app.database.execute(
      `insert into inbox_sources (lab_id, kind, name, folder, problem, problem_since)
       values ($1, 'folder', 'Analyzer', 'analyzer', 'not-found', now())`,
      [lab.id],
    )
    const ofLab = (await toDoOf(admin)).items.filter(({ record }) => record.id === lab.id)
    expect(ofLab).toMatchObject([
      {
        kind: 'lab',
        title: lab.name,
        patient: null,
        problem: { name: 'source', count: 1, receiverName: null },
      },
      {
        kind: 'lab',
        title: lab.name,
        patient: null,
        problem: { name: 'visit', count: 2, receiverName: null },
      },
    ])
  })

  it('records a view when it shows patients [DASHROLE-05]', async () => {
    await publishReport(technician, patientId, typeId)
    await toDoOf(doctor)
    await app.services.activity.flush()
    const { data } = (await admin.get('/activity/getAll?action=dashboard.view&limit=1')).body
    expect(data[0]).toMatchObject({
      summary: 'Looked at the work of the day; 1 row',
      actor: { role: 'Doctor' },
    })
  })

  it('counts without reports that were marked as seen, and without a view [DASHROLE-14]', async () => {
    const { id } = await publishReport(technician, patientId, typeId)
    await publishReport(technician, patientId, typeId)
    const count = async (seenUntil?: string) => {
      const query = seenUntil === undefined ? '' : `?seenUntil=${encodeURIComponent(seenUntil)}`
      return sure(await doctor.get(`/user/dashboard/toDoCount${query}`)).count as number
    }
    const { createdAt } = sure(await technician.get(`/report/getById/${id}`)) as { createdAt: string }
    expect([await count(), await count(createdAt), await count(new Date().toISOString())]).toEqual([2, 1, 0])
    await app.services.activity.flush()
    const { data } = (await admin.get(`/activity/getAll?actorId=${doctor.user.id}&limit=10`)).body
    expect((data as { action: string }[]).map(({ action }) => action)).not.toContain('dashboard.view')
  })
})
