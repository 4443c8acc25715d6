import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '../../apps/api/src/testing/api-client.ts'
import { WAIT_MS } from '../../test-limits.ts'
import { addReport, addVersion } from './actions-reports.ts'
import { chance, choose, newTitle, type Lane } from './lane.ts'
import { isOpenAmendment } from './oracle.ts'
import { ask, send } from './requests.ts'
import { ofReport, type Named } from './trails.ts'
import type { Unreleased } from './world.ts'

const recordsOf = ({ id, patient, amends }: Unreleased): Named[] => [
  ['unreleased', id],
  ['patient', patient.id],
  ...(amends ? ofReport(amends) : []),
]

/** The Doctor who did not write it. */
const releaserOf = ({ authors }: Unreleased) =>
  (['doctor', 'colleague'] as const).find((role) => !authors.includes(role))

const pickOpen = (lane: Lane): Unreleased | undefined =>
  choose(
    lane,
    lane.share.unreleased.filter((row) => isOpenAmendment(row)),
  )

const POLL_MS = 20

/** Reads the whole file, again if its process was killed before it noted that. */
const open = async (client: ApiClient, id: number): Promise<void> => {
  const deadline = Date.now() + WAIT_MS
  while (Date.now() < deadline) {
    const file = await client.raw('GET', `/api/v1/release/file/${id}`).catch(() => undefined)
    await file?.arrayBuffer().catch(() => {})
    for (let tries = 0; tries < 20; tries += 1) {
      const { body } = await send(client, 'GET', `/release/getById/${id}`)
      if (body?.data?.isOpened !== false) return
      await sleep(POLL_MS)
    }
  }
}

export const release = async (lane: Lane): Promise<void> => {
  const { share, team, note } = lane
  const row = choose(
    lane,
    share.unreleased.filter(({ state }) => state === 'awaiting'),
  )
  const by = row && releaserOf(row)
  if (!row || !by) return
  const { revision, version } = row
  await open(team[by], row.id)
  const at = Date.now()
  const { reportId } = await ask(team[by], 'POST', `/release/release/${row.id}`, {
    ...{ revision, sha256: version.sha256 },
  })
  row.state = 'released'
  const released = { ...version, typeTitle: version.type.title, releaser: by }
  if (row.amends) {
    addVersion(row.amends, released, at)
    note(`released amendment ${row.id} of report ${row.amends.id}`, ...recordsOf(row))
    return
  }
  const { patient, replaces, movesVisit } = row
  if (movesVisit) movesVisit.patient = patient
  // Its withdrawn reports stay with their patient.
  if (movesVisit) for (const other of share.reports) if (other.visit === movesVisit) other.visit = undefined
  const submittedFor = movesVisit ?? row.visit
  const visit = submittedFor?.isCanceled ? undefined : submittedFor
  const report = addReport(lane, {
    ...{ id: reportId as number, patient, visit, version: released, at },
    critical: row.isCritical ? 'open' : 'never',
  })
  if (replaces) replaces.replacedBy = report
  // One that moved with a merge goes back with its undoing, also when it was released meanwhile.
  for (const merge of share.merges) if (merge.unreleased.includes(row)) merge.reports.push(report)
  note(
    `released ${row.id} as report ${report.id} of ${visit ? `visit ${visit.id}` : 'no visit'}`,
    ...recordsOf(row),
    ...ofReport(report),
  )
}

/** Sends back, and the author corrects it. */
export const returnAndCorrect = async (lane: Lane): Promise<void> => {
  const { share, team, note } = lane
  const row = choose(
    lane,
    share.unreleased.filter(({ state, authors }) => state === 'awaiting' && authors[0] !== undefined),
  )
  const by = row && releaserOf(row)
  if (!row || !by) return
  await ask(team[by], 'POST', `/release/return/${row.id}`, {
    ...{ revision: row.revision, reason: 'The second page is missing' },
  })
  row.state = 'returned'
  note(`sent ${row.id} back`, ...recordsOf(row))
  if (chance(lane, 0.3)) return
  const [author] = row.authors
  const title = newTitle()
  await ask(team[author as 'doctor'], 'PUT', `/release/correct/${row.id}`, {
    ...{ title, reportTypeId: row.version.type.id, revision: row.revision },
  })
  Object.assign(row, { state: 'awaiting', revision: row.revision + 1, version: { ...row.version, title } })
  note(`corrected ${row.id}`, ...recordsOf(row))
}

export const discard = async (lane: Lane): Promise<void> => {
  const { team, note } = lane
  const row = pickOpen(lane)
  if (!row) return
  const at = Date.now()
  await ask(team.doctor, 'POST', `/release/discard/${row.id}`, {
    ...{ revision: row.revision, reason: 'Another report is right' },
  })
  row.state = 'discarded'
  if (row.isSuspending && row.amends) row.amends.changedAt = at
  note(`discarded ${row.id}`, ...recordsOf(row))
}

export const suspendOrLift = async (lane: Lane): Promise<void> => {
  const { share, team, note } = lane
  const row = choose(
    lane,
    share.unreleased.filter((one) => one.amends && isOpenAmendment(one)),
  )
  if (!row?.amends) return
  const step = row.isSuspending ? 'lift' : 'suspend'
  const at = Date.now()
  await ask(team.doctor, 'POST', `/release/${step}/${row.id}`, {
    ...{ revision: row.revision, sha256: row.version.sha256, version: row.amends.versions.length },
  })
  row.isSuspending = step === 'suspend'
  row.amends.changedAt = at
  note(
    `${step === 'lift' ? 'lifted the suspension of' : 'suspended'} report ${row.amends.id}`,
    ...recordsOf(row),
  )
}
