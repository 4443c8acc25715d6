import { ATTEMPT_MS } from '../../test-limits.ts'
import type { Arrived } from './moody-receivers.ts'
import type { createReadingClient } from './reading-client.ts'
import type { Received } from './received.ts'
import type { Stored, StoredState } from './stored-states.ts'

/** A message on its way when its report ends cannot be stopped. */
const ON_THE_WAY_MS = ATTEMPT_MS
const READ_ALONE = 100

const withVersion = <One extends Received>(message: One, { versionOfFile }: Stored): One =>
  message.file === undefined
    ? message
    : { ...message, version: versionOfFile.get(message.file)?.version ?? 0 }

/** Differences between the last message about each report and its state. */
const lastStateProblems = (
  messages: readonly Received[],
  states: readonly StoredState[],
  isOf: (state: StoredState) => boolean = () => true,
) => {
  const last = new Map<number, Received>()
  const problems: string[] = []
  for (const message of messages) {
    const before = last.get(message.report)
    if ((before?.version ?? 0) > (message.version ?? Infinity))
      problems.push(`report ${message.report}: an older version after a newer one`)
    last.set(message.report, message)
  }
  for (const stored of states) {
    const { id, version, patient, state } = stored
    const told = last.get(id)
    const isWanted = state === 'available' && isOf(stored)
    if ((told?.state === 'available') !== isWanted)
      problems.push(`report ${id}: ${told?.type ?? 'nothing'} although ${JSON.stringify(stored)}`)
    else if (isWanted && told?.version !== version)
      problems.push(`report ${id}: version ${told?.version} instead of ${version}`)
    else if (isWanted && (told?.patient ?? patient) !== patient)
      problems.push(`report ${id}: patient ${told?.patient} instead of ${patient}`)
    else if (told && !isWanted && told.state !== 'removed' && isOf(stored) && told.state !== state)
      problems.push(`report ${id}: ${told.type} instead of ${state}`)
  }
  return problems
}

const repeatProblems = (messages: readonly Received[], sendingIds: ReadonlySet<string>) => {
  const known = new Map<string, string>()
  const problems: string[] = []
  for (const { id, report, version, file, type } of messages) {
    const content = `report ${report}, version ${version}, ${type}, file ${file?.slice(0, 8)}`
    const before = known.get(id) ?? content
    if (before !== content) problems.push(`${id}: ${before}; repeated as ${content}`)
    if (!sendingIds.has(id)) problems.push(`${id}: no sending has this id`)
    known.set(id, before)
  }
  return problems
}

/** Files that arrived when the report was not available, or after a message that it is not. */
const fileProblems = (messages: readonly Arrived[], { periods, states, versionOfFile }: Stored) => {
  const ended = new Map<number, number>()
  const withdrawn = new Map(states.map(({ id, withdrawnAt }) => [id, withdrawnAt?.getTime() ?? Infinity]))
  const problems: string[] = []
  let latestMs = 0
  for (const { report, state, file, type, at } of messages) {
    if ((state === 'available') !== (file !== undefined))
      problems.push(`report ${report}: ${type}, file ${file}`)
    if (state !== 'available') ended.set(report, at)
    if (file === undefined) continue
    const version = versionOfFile.get(file)
    if (version?.report !== report) problems.push(`report ${report}: the file of ${JSON.stringify(version)}`)
    const since = Math.max(at - ON_THE_WAY_MS, ended.get(report) ?? 0)
    const untils = (periods.get(report) ?? [])
      .filter(
        (one) => one.state === 'current' && one.version === version?.version && one.from.getTime() <= at,
      )
      .map(({ until }) => until?.getTime() ?? Infinity)
    const until = Math.max(...untils)
    if (until < since || (withdrawn.get(report) ?? 0) < at - ON_THE_WAY_MS)
      problems.push(
        `report ${report}: the file of version ${version?.version} ${at - until} ms after its end`,
      )
    latestMs = Math.max(latestMs, at - until)
  }
  return { problems, latestMs }
}

const fhirProblems = async (
  client: ReturnType<typeof createReadingClient>,
  states: readonly StoredState[],
) => {
  const problems: string[] = []
  const found = await client.readReports()
  const check = (how: string, { id, state, version, patient }: StoredState, is: object | undefined) => {
    const status = state !== 'available' ? 'entered-in-error' : version > 1 ? 'amended' : 'final'
    const wanted = JSON.stringify({ status, patient })
    if (JSON.stringify(is) !== wanted)
      problems.push(`report ${id}: ${how} ${JSON.stringify(is)} instead of ${wanted}`)
  }
  for (const state of states) check('found', state, found.get(state.id))
  if (found.size !== states.length) problems.push(`${found.size} reports instead of ${states.length}`)
  for (const state of states.slice(-READ_ALONE)) check('read', state, await client.readReport(state.id))
  return problems
}

export interface Told {
  /** A webhook of the lab, one of the referrer, HL7 of the lab. */
  arrived: readonly [readonly Arrived[], readonly Arrived[], readonly Arrived[]]
  events: readonly Received[]
}

/** @returns what differs between receivers, the feed, FHIR and the reports */
export const compare = async (
  stored: Stored,
  { arrived, events }: Told,
  client: ReturnType<typeof createReadingClient>,
): Promise<{ findings: string[]; latestFileMs: number }> => {
  const { states, changeIds, sendingIds } = stored
  const findings = [...stored.wrong]
  const note = (what: string, problems: readonly string[]) =>
    findings.push(...problems.map((problem) => `${what}: ${problem}`))
  for (const [index, name] of (['lab', 'referrer', 'HL7'] as const).entries()) {
    const messages = (arrived[index] ?? []).map((message) => withVersion(message, stored))
    const isOf = name === 'referrer' ? ({ isReferred }: StoredState) => isReferred : undefined
    note(
      name,
      lastStateProblems(
        messages.filter(({ isStored }) => isStored),
        states,
        isOf,
      ),
    )
    note(name, repeatProblems(messages, sendingIds[index] ?? new Set()))
  }
  const { problems, latestMs } = fileProblems(arrived[2], stored)
  note('HL7', problems)
  note('feed', lastStateProblems(events, states))
  if (JSON.stringify(events.map(({ id }) => id)) !== JSON.stringify(changeIds))
    findings.push(`feed: ${events.length} events, ${changeIds.length} changes, or another order`)
  note('FHIR', await fhirProblems(client, states))
  return { findings, latestFileMs: latestMs }
}
