import { activePatients, registerPatient } from './actions-patients.ts'
import { chance, choose, newTitle, publisher, uploadNew, type Lane } from './lane.ts'
import { isOpenAmendment, reportsOf, visitAwaiting, countAwaiting } from './oracle.ts'
import { one } from './people.ts'
import { ask, send } from './requests.ts'
import { ofReport } from './trails.ts'
import {
  newest,
  type Patient,
  type Report,
  type ReportType,
  type Unreleased,
  type Version,
  type Visit,
} from './world.ts'

const openAmendmentOf = ({ share }: Lane, report: Report): Unreleased | undefined =>
  share.unreleased.find((row) => row.amends === report && isOpenAmendment(row))

export const addReport = (
  { share }: Lane,
  report: Pick<Report, 'id' | 'patient' | 'visit' | 'critical'> & { version: Version; at: number },
): Report => {
  const { version, at, ...fields } = report
  const added: Report = {
    ...{ ...fields, lab: share.lab, versions: [version], changedAt: at, toldAt: 0 },
    ...{ isWithdrawn: false, replacedBy: undefined },
  }
  share.reports.push(added)
  return added
}

export const addVersion = (report: Report, version: Version, at: number): void => {
  report.versions.push(version)
  report.changedAt = at
  // CRIT-06: a correction of what was read back is called again.
  if (report.critical !== 'never') report.critical = 'open'
}

export const addUnreleased = (
  { share }: Lane,
  row: Pick<Unreleased, 'id' | 'patient' | 'visit' | 'version' | 'authors'> & Partial<Unreleased>,
): Unreleased => {
  const added: Unreleased = {
    ...{ lab: share.lab, revision: 1, state: 'awaiting', amends: undefined, replaces: undefined },
    ...{ isSuspending: false, isCritical: false, movesVisit: undefined },
    ...row,
  }
  share.unreleased.push(added)
  return added
}

/** Visit of the report: a chosen one, none, or by itself the only one that awaits its type. */
const chooseVisit = (lane: Lane, patient: Patient, type: ReportType) => {
  const { share } = lane
  const own = share.visits.filter((visit) => visit.patient === patient && !visit.isCanceled)
  const choice = lane.random()
  const chosen = choose(lane, own)
  if (choice < 0.25 && chosen) return { fields: { visitId: chosen.id }, visit: chosen }
  if (choice < 0.35) return { fields: { visitId: 'none' }, visit: undefined }
  return { fields: {}, visit: visitAwaiting(share, patient, type) }
}

const awaitedVisitOf = (lane: Lane): Visit | undefined =>
  choose(
    lane,
    lane.share.visits.filter(
      (visit) => !visit.isCanceled && visit.expected.some((type) => reportsMissing(lane, visit, type)),
    ),
  )
const reportsMissing = ({ share }: Lane, visit: Visit, type: ReportType) =>
  !reportsOf(share, visit).some((report) => newest(report).type === type)

/** Publishes with the form. */
export const publish = async (lane: Lane): Promise<void> => {
  const { world, share, random, team, note } = lane
  const awaited = chance(lane, 0.75) ? awaitedVisitOf(lane) : undefined
  const patient = awaited?.patient ?? choose(lane, activePatients(lane)) ?? (await registerPatient(lane))
  const missing = awaited?.expected.find((type) => reportsMissing(lane, awaited, type))
  const type = missing ?? one(random, world.types)
  const { fields, visit } = chooseVisit(lane, patient, type)
  const by = publisher(lane)
  const isCritical = share.lab.usesCritical && chance(lane, 0.1)
  const { fileUrl, sha256 } = await uploadNew(team[by])
  const at = Date.now()
  const version: Version = {
    ...{ title: newTitle(), type, typeTitle: type.title, sha256, releaser: undefined },
  }
  const data = await ask(team[by], 'POST', `/user/uploadPatientReportFile/${patient.id}`, {
    ...{ title: version.title, reportTypeId: type.id, patientId: patient.id, fileUrl },
    ...fields,
    ...(isCritical && { isCritical }),
  })
  const where = visit ? `visit ${visit.id}` : 'no visit'
  if (data.unreleasedId !== undefined) {
    const id = data.unreleasedId as number
    addUnreleased(lane, { id, patient, visit, version, authors: [by], isCritical })
    note(
      `report of patient ${patient.id} for ${where} awaits release ${id}`,
      ['unreleased', id],
      ['patient', patient.id],
    )
    return
  }
  const critical = isCritical ? 'open' : 'never'
  const report = addReport(lane, { id: data.id as number, patient, visit, version, at, critical })
  note(`published report ${report.id} of type ${type.id} for ${where}`, ...ofReport(report))
}

export const pickPublished = (lane: Lane): Report | undefined =>
  choose(
    lane,
    lane.share.reports.filter(({ isWithdrawn }) => !isWithdrawn),
  )

export const seenOf = (report: Report) => ({
  version: report.versions.length,
  sha256: newest(report).sha256,
})

/** Suspends the published version now and then, when a second person has to release. */
export const amend = async (lane: Lane): Promise<void> => {
  const { team, note } = lane
  const report = pickPublished(lane)
  if (!report || openAmendmentOf(lane, report)) return
  const { type } = newest(report)
  const by = publisher(lane)
  const { fileUrl, sha256 } = await uploadNew(team[by])
  const version: Version = {
    ...{ title: newTitle(), type, typeTitle: type.title, sha256, releaser: undefined },
  }
  const isSuspending = type.isChecked && chance(lane, 0.5)
  const at = Date.now()
  const { patient, visit } = report
  const data = await ask(team[by], 'PUT', `/report/update/${report.id}`, {
    ...{ title: version.title, reportTypeId: type.id, patientId: patient.id, fileUrl },
    ...{ reason: 'wrong-result', version: report.versions.length },
    ...(isSuspending && { suspends: true }),
  })
  if (data.unreleasedId !== undefined) {
    const id = data.unreleasedId as number
    addUnreleased(lane, { id, patient, visit, version, authors: [by], amends: report, isSuspending })
    if (isSuspending) report.changedAt = at
    const also = isSuspending ? ' and suspends it' : ''
    note(
      `amendment ${id} of report ${report.id} awaits release${also}`,
      ['unreleased', id],
      ...ofReport(report),
    )
    return
  }
  addVersion(report, version, at)
  note(`amended report ${report.id}: version ${report.versions.length}`, ...ofReport(report))
}

const endReport = ({ share }: Lane, report: Report, at: number): void => {
  report.isWithdrawn = true
  report.changedAt = at
  if (report.critical === 'open') report.critical = 'withdrawn'
  for (const row of share.unreleased)
    if (row.amends === report && isOpenAmendment(row)) row.state = 'discarded'
}

export const withdraw = async (lane: Lane): Promise<void> => {
  const { team, note } = lane
  const report = pickPublished(lane)
  if (!report) return
  const at = Date.now()
  await ask(team.doctor, 'DELETE', `/report/deleteById/${report.id}`, {
    ...{ reason: 'published-twice', ...seenOf(report) },
  })
  endReport(lane, report, at)
  note(`withdrew report ${report.id}`, ...ofReport(report))
}

/** A2: a decision about the version before a colleague's correction is a conflict. */
export const decideOutdated = async (lane: Lane): Promise<void> => {
  const { share, team, note, find } = lane
  const report = choose(
    lane,
    share.reports.filter(({ isWithdrawn, versions }) => !isWithdrawn && versions.length > 1),
  )
  const version = report?.versions.at(-2)
  if (!report || !version) return
  const seen = { version: report.versions.length - 1, sha256: version.sha256 }
  const at = Date.now()
  const { status } = await send(team.doctor, 'DELETE', `/report/deleteById/${report.id}`, {
    ...{ reason: 'wrong-file', ...seen },
  })
  note(`withdrew version ${seen.version} of report ${report.id}: ${status}`, ...ofReport(report))
  if (status !== 200) return
  const difference = { outlet: 'withdrawal', what: 'refuses an outdated decision', records: ofReport(report) }
  find({ ...difference, expected: 409, actual: status })
  endReport(lane, report, at)
}

/** A1: the visit stays with the patient who came, unless a person moves it too. */
export const reassign = async (lane: Lane): Promise<void> => {
  const { share, team, note } = lane
  const report = pickPublished(lane)
  const patient = choose(lane, activePatients(lane))
  if (!report || !patient || patient === report.patient) return
  const version = { ...newest(report), releaser: undefined }
  const { visit } = report
  const isAlone =
    visit &&
    [...share.reports, ...share.unreleased].every((other) => other === report || other.visit !== visit)
  const mayMove = isAlone && !visit.isCanceled && countAwaiting(share, patient, version.type) === 0
  const moveVisit = Boolean(mayMove) && chance(lane, 0.4)
  const at = Date.now()
  const data = await ask(team.doctor, 'POST', `/report/republishForPatient/${report.id}`, {
    ...{ patientId: patient.id, ...seenOf(report), ...(moveVisit && { moveVisit }) },
  })
  // Before the report is withdrawn: its own visit is of another patient.
  const joined = moveVisit ? visit : visitAwaiting(share, patient, version.type)
  const wasCritical = report.critical !== 'never'
  const before = ofReport(report)
  endReport(lane, report, at)
  const how =
    moveVisit && visit ? `with visit ${visit.id}` : `into ${joined ? `visit ${joined.id}` : 'no visit'}`
  if (data.unreleasedId !== undefined) {
    const id = data.unreleasedId as number
    const movesVisit = moveVisit ? visit : undefined
    addUnreleased(lane, {
      ...{ id, patient, visit: moveVisit ? undefined : joined, version, authors: ['doctor'] },
      ...{ replaces: report, isCritical: wasCritical, movesVisit },
    })
    note(
      `gave report ${report.id} to patient ${patient.id} ${how}, which awaits release ${id}`,
      ...before,
      ['unreleased', id],
      ['patient', patient.id],
    )
    return
  }
  if (moveVisit && visit) {
    visit.patient = patient
    // The withdrawn report stays with its patient.
    report.visit = undefined
  }
  const id = data.id as number
  const critical = wasCritical ? 'open' : 'never'
  report.replacedBy = addReport(lane, {
    ...{ id, patient, visit: joined, critical, at },
    version: { ...version, typeTitle: version.type.title },
  })
  note(
    `gave report ${report.id} to patient ${patient.id} as report ${id} ${how}`,
    ...before,
    ...ofReport(report.replacedBy),
  )
}
