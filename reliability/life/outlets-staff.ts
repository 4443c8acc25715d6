import type { ApiClient } from '../../apps/api/src/testing/api-client.ts'
import type { Comparison } from './findings.ts'
import type { Team } from './lane.ts'
import { missingTypes, reportsOf, stateOf, survivorOf, visitState } from './oracle.ts'
import { send } from './requests.ts'
import { ofPatient, ofReport, ofVisit } from './trails.ts'
import { newest, type Lab, type Patient, type Report, type Share, type World } from './world.ts'

const byNumber = (one: number, other: number) => one - other
const idsOf = (records: readonly { id: number }[]): number[] => records.map(({ id }) => id).toSorted(byNumber)

/** Expected page of a patient, with the visits. */
export const comparePatient = async (
  { compare }: Comparison,
  client: ApiClient,
  { share, world }: { share: Share; world: World },
  patient: Patient,
): Promise<void> => {
  const shown = survivorOf(patient)
  const records = [ofPatient(patient)]
  const { status, body } = await send(client, 'GET', `/patient/getById/${patient.id}`)
  if (status !== 200) {
    compare('patient page', records, 'answer', 200, status)
    return
  }
  const { data } = body
  compare('patient page', records, 'record', shown.id, data.id)
  compare(
    'patient page',
    records,
    'fields',
    [shown.fullName, shown.dob, shown.gender, shown.emrId, shown.nationalId],
    [data.fullName, data.dateOfBirth, data.gender, data.emrId, data.nationalId],
  )
  const expected = share.reports
    .filter((report) => report.patient === shown && !report.isWithdrawn)
    .map((report) => [report.id, report.versions.length, newest(report).title] as const)
    .toSorted(([one], [other]) => one - other)
  const actual = (data.reports as { id: number; version: number; title: string }[])
    .map(({ id, version, title }) => [id, version, title] as const)
    .toSorted(([one], [other]) => one - other)
  compare('patient page', records, 'reports', expected, actual)
  if (shown === patient) await compareVisits({ compare }, client, { share, world }, patient)
}

interface ShownVisit {
  id: number
  state: string
  payment: string
  orderNumber: string | null
  referrer: { id: number; name: string } | null
  expected: { id: number; isFulfilled: boolean }[]
  reports: { id: number }[]
}

const compareVisits = async (
  { compare }: Pick<Comparison, 'compare'>,
  client: ApiClient,
  { share, world }: { share: Share; world: World },
  patient: Patient,
) => {
  const { body } = await send(client, 'GET', `/visit/getByPatientId/${patient.id}?limit=100`)
  const shown = (body?.data ?? []) as ShownVisit[]
  const own = share.visits.filter((visit) => visit.patient === patient)
  compare('visits of a patient', [ofPatient(patient)], 'visits', idsOf(own), idsOf(shown))
  for (const visit of own) {
    const found = shown.find(({ id }) => id === visit.id)
    if (!found) continue
    const records = ofVisit(visit)
    compare('visit', records, 'state', visitState(share, visit, world.day), found.state)
    compare(
      'visit',
      records,
      'payment and order',
      [visit.payment, visit.orderNumber],
      [found.payment, found.orderNumber],
    )
    compare(
      'visit',
      records,
      'referrer',
      visit.referrer ? [visit.referrer.id, visit.referrer.name] : null,
      found.referrer && [found.referrer.id, found.referrer.name],
    )
    compare('visit', records, 'reports', idsOf(reportsOf(share, visit)), idsOf(found.reports))
    const missing = new Set(idsOf(missingTypes(share, visit)))
    if (!visit.isCanceled)
      compare(
        'visit',
        records,
        'missing types',
        [...missing],
        idsOf(found.expected.filter(({ isFulfilled }) => !isFulfilled)),
      )
  }
}

/** Expected page of a report, also of a withdrawn one. */
export const compareReport = async (
  { compare }: Comparison,
  doctor: ApiClient,
  { share }: { share: Share },
  report: Report,
): Promise<void> => {
  const records = ofReport(report)
  const { status, body } = await send(doctor, 'GET', `/report/getById/${report.id}`)
  compare('report page', records, 'answer', 200, status)
  if (status !== 200) return
  const { data } = body
  const version = newest(report)
  compare(
    'report page',
    records,
    'fields',
    [report.patient.id, report.patient.fullName, report.versions.length, version.title, version.sha256],
    [data.patient.id, data.patient.fullName, data.version, data.title, data.sha256],
  )
  const state = data.withdrawal ? 'withdrawn' : data.suspension ? 'suspended' : 'current'
  compare('report page', records, 'state', stateOf(share, report), state)
  if (data.withdrawal)
    compare(
      'report page',
      records,
      'successor',
      report.replacedBy && !report.replacedBy.isWithdrawn ? report.replacedBy.id : null,
      report.replacedBy?.isWithdrawn ? null : data.withdrawal.republishedAs,
    )
}

/** Settings and accounts are what the last acknowledged change of each field says. */
export const compareOffice = async ({ compare }: Comparison, team: Team, lab: Lab): Promise<void> => {
  const { floater, settings } = lab
  const user = await send(team.admin, 'GET', `/user/${floater.id}`)
  const { userType, phone } = user.body.data as { userType: { id: number }; phone: string }
  const expected = [floater.userTypeId, floater.phone]
  compare('page of a user', [['user', floater.id]], 'role and phone', expected, [userType.id, phone])
  const { body } = await send(team.admin, 'GET', `/lab/getDeliverySettings/${lab.id}`)
  const { adultAge, senderName } = body.data as Lab['settings']
  compare('settings of a lab', [['lab', lab.id]], 'messages', settings, { adultAge, senderName })
}
