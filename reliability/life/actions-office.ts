import { LOINC_CODES, nextNumber, one } from './people.ts'
import type { Team } from './lane.ts'
import { ask, send } from './requests.ts'
import { ofReport, type Named } from './trails.ts'
import { everything, newest, type Lab, type Report, type World } from './world.ts'
import type { Receiver } from './systems.ts'

/** Changes of Admins and Doctors before the day's work begins. */
export interface Office {
  world: World
  lab: Lab
  team: Team
  random: () => number
  receivers: readonly Receiver[]
  note(text: string, ...records: Named[]): void
}

/** B1: the change of a fact is a change of the reports that show it, to systems that are told and, mostly, to FHIR. */
const change = (
  { world, note }: Office,
  text: string,
  { at, isInFhir }: { at: number; isInFhir: boolean },
  isOf: (report: Report) => boolean,
) => {
  const reports = everything(world, 'reports').filter((report) => !report.isWithdrawn && isOf(report))
  for (const report of reports)
    if (isInFhir) report.changedAt = at
    else report.toldAt = at
  note(text, ...new Map(reports.flatMap(ofReport).map((named) => [named.join(' '), named])).values())
}

const renameReferrer = async (office: Office) => {
  const { lab, team, random } = office
  const referrer = one(random, lab.referrers)
  const fields =
    random() < 0.5 ? { name: `Referrer ${nextNumber()}` } : { licenseNumber: `DHA-${nextNumber()}` }
  const at = Date.now()
  const { kind, name, licenseNumber } = { ...referrer, ...fields }
  await ask(team.receptionist, 'PUT', `/referrer/update/${referrer.id}`, { kind, name, licenseNumber })
  Object.assign(referrer, fields)
  const text = `changed referrer ${referrer.id}: ${JSON.stringify(fields)}`
  change(office, text, { at, isInFhir: false }, ({ visit }) => visit?.referrer === referrer)
}

const changeType = async (office: Office) => {
  const { world, team, random } = office
  const type = one(random, world.types)
  const fields = random() < 0.5 ? { title: `Type ${nextNumber()}` } : { loinc: one(random, LOINC_CODES) }
  const at = Date.now()
  const { title, loinc, isSensitive } = { ...type, ...fields }
  if (loinc === type.loinc && title === type.title) return
  await ask(team.doctor, 'PUT', `/report/updateReportType/${type.id}`, { title, loinc, isSensitive })
  const before = { ...type }
  Object.assign(type, fields)
  const text = `changed type ${type.id}: ${JSON.stringify(fields)}`
  change(office, text, { at, isInFhir: loinc !== before.loinc }, (report) => newest(report).type === type)
}

const renameLab = async (office: Office) => {
  const { lab, team } = office
  const name = `Lab ${nextNumber()}`
  const at = Date.now()
  const address = { line1: '1 Main Street', city: 'Dubai' }
  await ask(team.admin, 'PUT', `/lab/update/${lab.id}`, { name, address })
  lab.name = name
  change(office, `renamed lab ${lab.id}`, { at, isInFhir: true }, (report) => report.lab === lab)
}

const renameReleaser = async (office: Office) => {
  const { lab, team, random } = office
  const role = one(random, ['doctor', 'colleague'] as const)
  const user = lab.staff[role]
  const name = `Dr ${nextNumber()}`
  const at = Date.now()
  await ask(team.admin, 'PUT', `/user/update/${user.id}`, {
    ...user,
    name,
    labId: lab.id,
    phone: '+971500000000',
  })
  user.name = name
  change(office, `renamed user ${user.id}`, { at, isInFhir: true }, (report) => {
    return report.lab === lab && newest(report).releaser === role
  })
}

/** A5: a second Admin, whose form is older, changes a phone number, and takes the new role not back. */
const changeRoleWhileAnotherSaves = async ({ lab, team, note }: Office) => {
  const { floater } = lab
  const fields = { name: floater.name, email: floater.email, labId: lab.id }
  const before = floater.userTypeId
  const userTypeId = before === 2 ? 3 : 2
  const path = `/user/update/${floater.id}`
  await ask(team.admin, 'PUT', path, { ...fields, userTypeId, phone: floater.phone })
  floater.userTypeId = userTypeId
  const phone = `+97150${nextNumber().padStart(7, '0')}`
  // The form sends what was changed, where the product accepts that.
  const { status: partial } = await send(team.secondAdmin, 'PUT', path, { phone })
  const whole = { ...fields, userTypeId: before, phone }
  const status = partial === 400 ? (await send(team.secondAdmin, 'PUT', path, whole)).status : partial
  if (status === 200) floater.phone = phone
  note(
    `made user ${floater.id} of type ${before} one of type ${userTypeId}; an older form with a new phone: ${status}`,
    ['user', floater.id],
  )
}

/** Two Admins save the settings that they loaded: the second is refused, or both changes hold. */
const changeSettingsAtOnce = async ({ lab, team, random, note }: Office) => {
  const path = `/lab/updateDeliverySettings/${lab.id}`
  const { body } = await send(team.admin, 'GET', `/lab/getDeliverySettings/${lab.id}`)
  const seen = { updatedAt: body.data.updatedAt as string | null }
  const adultAge = 18 + Math.floor(random() * 5)
  const senderName = `Lab${nextNumber()}`
  const answers = await Promise.all([
    send(team.admin, 'PUT', path, { ...seen, adultAge }),
    send(team.secondAdmin, 'PUT', path, { ...seen, senderName }),
  ])
  const [first, second] = answers.map(({ status }) => status)
  if (first === 200) lab.settings.adultAge = adultAge
  if (second === 200) lab.settings.senderName = senderName
  note(`two Admins changed the messages of lab ${lab.id} at once: ${first} and ${second}`, ['lab', lab.id])
}

const pauseOrResume = async ({ lab, team, random, receivers, note }: Office) => {
  const receiver = one(
    random,
    receivers.filter(({ reach }) => reach.labId === lab.id),
  )
  const step = receiver.isPaused ? 'resume' : 'pause'
  await ask(team.admin, 'POST', `/integration/${step}/${receiver.id}`)
  receiver.isPaused = !receiver.isPaused
  note(`${receiver.name}: ${step}`, ['lab', lab.id])
}

const SHARES = [
  ...([
    [0.15, renameReferrer],
    [0.08, changeType],
    [0.04, renameLab],
    [0.05, renameReleaser],
  ] as const),
  ...([
    [0.1, changeRoleWhileAnotherSaves],
    [0.1, changeSettingsAtOnce],
    [0.15, pauseOrResume],
  ] as const),
]
export const OFFICE_ACTIONS: readonly (readonly [number, (office: Office) => Promise<void>])[] = SHARES
