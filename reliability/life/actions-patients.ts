import { chance, choose, type Lane } from './lane.ts'
import { newBirthDate, newName, newNationalId, newPerson, nextNumber, one, personFields } from './people.ts'
import { ask } from './requests.ts'
import { ofPatient, ofReport, ofVisit } from './trails.ts'
import { everything, type Merge, type Patient, type ReportType, type Visit } from './world.ts'

export const activePatients = ({ share }: Lane): Patient[] =>
  share.patients.filter(({ mergedInto }) => !mergedInto)

const addVisit = async (
  lane: Lane,
  patient: Patient,
  fields: Partial<Pick<Visit, 'expected' | 'referrer' | 'payment' | 'promisedOn' | 'orderNumber'>>,
): Promise<Visit> => {
  const { share, team, world, note } = lane
  const { expected = [], referrer, payment = 'unknown', promisedOn, orderNumber = null } = fields
  const by = chance(lane, 0.5) ? 'receptionist' : 'doctor'
  const { id } = await ask(team[by], 'POST', `/visit/create/${patient.id}`, {
    ...{ reportTypeIds: expected.map((type) => type.id), payment },
    ...(referrer && { referrerId: referrer.id }),
    ...(orderNumber !== null && { orderNumber }),
    ...(promisedOn !== undefined && { promisedAt: momentOf(promisedOn - world.day) }),
  })
  const visit: Visit = {
    ...{ id: id as number, patient, expected, referrer, isReferrerCertain: referrer !== undefined },
    ...{ orderNumber, payment, promisedOn, paidOn: undefined, isCanceled: false },
  }
  share.visits.push(visit)
  const of = referrer ? ` of referrer ${referrer.id}` : ''
  const types = expected.map((type) => type.id).join(', ')
  note(
    `visit ${visit.id} of patient ${patient.id}${of}, ${payment}, awaits types ${types}`,
    ...ofVisit(visit),
  )
  return visit
}

const DAY_MS = 86_400_000
/** Until the evening of the day, which is later than any action of it. */
const EVENING_MS = DAY_MS / 4
export const momentOf = (days: number): string =>
  new Date(Date.now() + days * DAY_MS + EVENING_MS).toISOString()

export const registerPatient = async ({ share, random, team, note }: Lane): Promise<Patient> => {
  const person = newPerson(random)
  const { id } = await ask(team.receptionist, 'POST', '/user/patient/onboarding', personFields(person))
  const patient: Patient = {
    ...person,
    ...{ id: id as number, lab: share.lab, mergedInto: undefined, email: null },
  }
  share.patients.push(patient)
  note(`registered patient ${patient.id}`, ofPatient(patient))
  return patient
}

const typesFor = (lane: Lane): ReportType[] => {
  const { world, random } = lane
  const first = one(random, world.types)
  const second = one(random, world.types)
  return second === first || chance(lane, 0.5) ? [first] : [first, second]
}

/** A person comes, mostly a new one, and pays or not. */
export const walkIn = async (lane: Lane): Promise<Visit> => {
  const { share, random, world } = lane
  const known = choose(lane, activePatients(lane))
  const patient = known && chance(lane, 0.3) ? known : await registerPatient(lane)
  const referrer = chance(lane, 0.6) ? one(random, share.lab.referrers) : undefined
  return addVisit(lane, patient, {
    ...{ expected: typesFor(lane), payment: one(random, ['unknown', 'due', 'paid'] as const) },
    ...(referrer && { referrer }),
    ...(chance(lane, 0.5) && { promisedOn: world.day + 1 + Math.floor(random() * 4) }),
    ...(chance(lane, 0.4) && { orderNumber: `ORD-${nextNumber()}` }),
  })
}

const touchReportsOf = ({ world }: Lane, patient: Patient, at: number) => {
  for (const report of everything(world, 'reports')) if (report.patient === patient) report.changedAt = at
}

/** A typing mistake is corrected. */
export const correctPatient = async (lane: Lane): Promise<void> => {
  const { team, random, note } = lane
  const patient = choose(lane, activePatients(lane))
  if (!patient) return
  const change = one(random, [
    () => ({ fullName: newName(random) }),
    () => ({ dob: newBirthDate(random) }),
    () => ({ gender: patient.gender === 'MALE' ? ('FEMALE' as const) : ('MALE' as const) }),
    () => ({ emrId: `EMR-${nextNumber()}` }),
    () => ({ nationalId: newNationalId() }),
  ])()
  const sentAt = Date.now()
  await ask(team.doctor, 'PUT', `/patient/update/${patient.id}`, personFields({ ...patient, ...change }))
  // A new name may be the old one by chance.
  const isChanged = Object.entries(change).some(([name, value]) => patient[name as keyof Patient] !== value)
  Object.assign(patient, change)
  if (isChanged) touchReportsOf(lane, patient, sentAt)
  note(`corrected patient ${patient.id}: ${JSON.stringify(change)}`, ofPatient(patient))
}

/** A merge and its undoing take the links to visits along. */
const move = (
  { share }: Lane,
  { visits, reports, unreleased }: Pick<Merge, 'visits' | 'reports' | 'unreleased'>,
  patient: Patient,
) => {
  for (const link of share.visitLinks)
    if (visits.includes(link.visit) && link.patient === link.visit.patient) link.patient = patient
  for (const record of [...visits, ...reports, ...unreleased]) record.patient = patient
}

export const merge = async (lane: Lane): Promise<void> => {
  const { share, team, note } = lane
  const survivor = choose(lane, activePatients(lane))
  const merged = choose(lane, activePatients(lane))
  if (!survivor || !merged || survivor === merged) return
  const sentAt = Date.now()
  await ask(team.admin, 'POST', '/patient/merge', {
    ...{ survivorId: survivor.id, mergedId: merged.id, reason: 'Registered twice' },
  })
  const visits = share.visits.filter(({ patient }) => patient === merged)
  const reports = share.reports.filter(({ patient }) => patient === merged)
  const unreleased = share.unreleased.filter(
    ({ patient, state }) => patient === merged && (state === 'awaiting' || state === 'returned'),
  )
  move(lane, { visits, reports, unreleased }, survivor)
  for (const report of reports) report.changedAt = sentAt
  merged.mergedInto = survivor
  share.merges.push({ ...{ survivor, merged, visits, reports, unreleased }, isUndone: false })
  note(
    `merged patient ${merged.id} into ${survivor.id}`,
    ...[...visits, ...reports].flatMap((record) =>
      'versions' in record ? ofReport(record) : ofVisit(record),
    ),
    ofPatient(merged),
    ofPatient(survivor),
  )
}

/** A3, MERGE-04: reports follow their visit; those without one that moved go back, those published since stay. */
export const undoMerge = async (lane: Lane): Promise<void> => {
  const { share, team, note } = lane
  const last = share.merges.findLast(({ isUndone, survivor }) => !isUndone && !survivor.mergedInto)
  if (!last) return
  const { survivor, merged } = last
  const merges = (await ask(team.admin, 'GET', `/patient/getMerges/${survivor.id}`)) as {
    id: number
    mergedId: number
    isUndoable: boolean
  }[]
  const found = merges.find(({ isUndoable, mergedId }) => isUndoable && mergedId === merged.id)
  if (!found) return
  const sentAt = Date.now()
  await ask(team.admin, 'POST', `/patient/undoMerge/${found.id}`)
  last.isUndone = true
  merged.mergedInto = undefined
  const visits = last.visits.filter(({ patient }) => patient === survivor)
  const goesBack = ({ patient, visit }: { patient: Patient; visit: Visit | undefined }, hasMoved: boolean) =>
    patient === survivor && (visit ? visits.includes(visit) : hasMoved)
  const reports = share.reports.filter((report) => goesBack(report, last.reports.includes(report)))
  const unreleased = share.unreleased.filter(
    (one) =>
      (one.state === 'awaiting' || one.state === 'returned') && goesBack(one, last.unreleased.includes(one)),
  )
  move(lane, { visits, reports, unreleased }, merged)
  for (const report of reports) report.changedAt = sentAt
  note(
    `undid the merge of patient ${merged.id} into ${survivor.id}`,
    ...[...visits, ...reports].flatMap((record) =>
      'versions' in record ? ofReport(record) : ofVisit(record),
    ),
    ofPatient(merged),
    ofPatient(survivor),
  )
}
