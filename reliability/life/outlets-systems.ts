import { ATTEMPT_MS } from '../../test-limits.ts'
import type { Comparison } from './findings.ts'
import { isInReach, stateOf, type Reach } from './oracle.ts'
import type { Heard, Receiver } from './systems.ts'
import { ofReport } from './trails.ts'
import { lastChangeOf, newest, type Report, type Share } from './world.ts'

const ENDED: Record<string, string> = {
  ...{ 'report.withdrawn': 'withdrawn', 'report.suspended': 'suspended', 'report.removed': 'removed' },
  ...{ W: 'withdrawn', X: 'suspended', D: 'removed' },
}
const GENDERS = { MALE: 'M', FEMALE: 'F' } as const

export const stateHeard = (heard: Heard | undefined): string =>
  heard === undefined ? 'nothing' : (ENDED[heard.type] ?? 'current')

/** Last news that a system may have of a report. API-OUT-03: one that never had it hears of no end. */
export const mayHear = (share: Share, report: Report, reach: Reach): string[] => {
  if (!isInReach(report, reach)) return ['nothing', 'removed', 'withdrawn']
  const state = stateOf(share, report)
  return state === 'current' ? ['current'] : [state, 'nothing', 'removed']
}

const compareMessage = (
  { compare }: Pick<Comparison, 'compare'>,
  name: string,
  report: Report,
  { segments, file }: Heard,
) => {
  const field = (segment: string, position: number) => segments?.get(segment)?.[position] ?? ''
  const { patient, visit } = report
  const version = newest(report)
  const records = ofReport(report)
  const identifiers = [
    ...(patient.emrId === null ? [] : [`${patient.emrId}^^^^MR`]),
    ...(patient.nationalId === null ? [] : [`${patient.nationalId}^^^^NI`]),
    `patient-${patient.id}^^^^PI`,
  ]
  compare(name, records, 'PID-3', identifiers.join('~'), field('PID', 3))
  compare(name, records, 'PID-5', `${patient.fullName}^^^^^^D`, field('PID', 5))
  compare(name, records, 'PID-7', patient.dob.replaceAll('-', ''), field('PID', 7))
  compare(name, records, 'PID-8', patient.gender ? GENDERS[patient.gender] : 'U', field('PID', 8))
  compare(name, records, 'OBR-2', visit?.orderNumber ?? '', field('OBR', 2))
  const { id, title, loinc } = version.type
  const code = field('OBR', 4).split('^')
  // SAFE-19: HL7 names the code by today's title.
  compare(name, records, 'OBR-4', [String(id), title, loinc ?? ''], [code[0], code[1], code[3] ?? ''])
  const referrer = visit?.referrer
  const who = referrer ? `${referrer.licenseNumber ?? ''}^${referrer.name}` : ''
  compare(name, records, 'OBR-16', who, field('OBR', 16))
  const releaser = version.releaser && report.lab.staff[version.releaser].name
  if (releaser) compare(name, records, 'OBR-32', `&${releaser}`, field('OBR', 32))
  compare(name, records, 'file', version.sha256, file)
}

/** API-OUT-04, B1: at rest, a receiver has the newest state, and the newest facts. */
export const compareReceiver = (
  { compare }: Comparison,
  { name, kind, reach, heard, isPaused }: Receiver,
  share: Share,
): void => {
  if (isPaused) return
  for (const report of share.reports) {
    if (report.lab.id !== reach.labId) continue
    const told = heard.get(report.id)
    const records = ofReport(report)
    const state = stateHeard(told)
    const expected = mayHear(share, report, reach)
    if (!expected.includes(state)) compare(name, records, 'state', expected[0], state)
    else if (told && state === 'current') {
      if (kind === 'hl7') compareMessage({ compare }, name, report, told)
      else {
        compare(name, records, 'version', report.versions.length, told.version)
        const hasNewest = told.at >= lastChangeOf(report)
        compare(name, records, 'was told of the last change', true, hasNewest)
      }
    }
  }
}

/** A message on its way when its report ends cannot be stopped. */
const ON_THE_WAY_MS = ATTEMPT_MS

/** API-OUT-04, API-OUT-56: a repeated message has the same content, and no file follows the withdrawal of its report. */
export const compareMessages = (
  { compare }: Comparison,
  { name, messages }: Receiver,
  share: Share,
): void => {
  const reports = new Map(share.reports.map((report) => [report.id, report]))
  const contents = new Map<string, string>()
  for (const { id, report: reportId, content, hasFile, at } of messages) {
    const report = reports.get(reportId)
    if (!report) continue
    compare(name, ofReport(report), 'repeats a message as it was', contents.get(id) ?? content, content)
    contents.set(id, content)
    const isLate = report.isWithdrawn && at > report.changedAt + ON_THE_WAY_MS
    compare(name, ofReport(report), 'sends a file after the withdrawal', false, hasFile && isLate)
  }
}
