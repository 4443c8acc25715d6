import { callFields } from '../../apps/api/src/testing/critical.ts'
import { momentOf } from './actions-patients.ts'
import { pickPublished, seenOf } from './actions-reports.ts'
import { choose, chance, type Lane } from './lane.ts'
import { nextNumber, one } from './people.ts'
import { ask } from './requests.ts'
import { ofReport, ofVisit } from './trails.ts'
import type { Visit } from './world.ts'

const tokenIn = (link: string): string => /\/r\/([\w-]+)/.exec(link)?.[1] ?? ''

const pickVisit = (lane: Lane): Visit | undefined =>
  choose(
    lane,
    lane.share.visits.filter(({ isCanceled }) => !isCanceled),
  )

const touchReportsOf = ({ share }: Lane, visit: Visit, at: number) => {
  for (const report of share.reports) if (report.visit === visit) report.changedAt = at
}

const update = async (lane: Lane, visit: Visit, fields: object, change: Partial<Visit>, isShown: boolean) => {
  const { team, note } = lane
  const at = Date.now()
  await ask(team.receptionist, 'PUT', `/visit/update/${visit.id}`, fields)
  Object.assign(visit, change)
  if (isShown) touchReportsOf(lane, visit, at)
  note(`changed visit ${visit.id}: ${JSON.stringify(fields)}`, ...ofVisit(visit))
}

export const pay = async (lane: Lane): Promise<void> => {
  const visit = pickVisit(lane)
  if (!visit) return
  const payment = visit.payment === 'paid' ? 'due' : 'paid'
  const paidOn = payment === 'paid' ? lane.world.day : visit.paidOn
  await update(lane, visit, { payment }, { payment, paidOn }, false)
}

export const movePromise = async (lane: Lane): Promise<void> => {
  const visit = pickVisit(lane)
  if (!visit) return
  const promisedOn = lane.world.day + 1 + Math.floor(lane.random() * 8)
  await update(lane, visit, { promisedAt: momentOf(promisedOn - lane.world.day) }, { promisedOn }, false)
}

export const refer = async (lane: Lane): Promise<void> => {
  const { share, random } = lane
  const visit = pickVisit(lane)
  if (!visit) return
  const referrer = chance(lane, 0.7) ? one(random, share.lab.referrers) : undefined
  const change = { referrer, isReferrerCertain: referrer !== undefined }
  await update(lane, visit, { referrerId: referrer?.id ?? null }, change, referrer !== visit.referrer)
}

export const setOrderNumber = async (lane: Lane): Promise<void> => {
  const visit = pickVisit(lane)
  if (!visit) return
  const orderNumber = `ORD-${nextNumber()}`
  await update(lane, visit, { orderNumber }, { orderNumber }, true)
}

export const cancelVisit = async (lane: Lane): Promise<void> => {
  const { share, team, note } = lane
  const visit = pickVisit(lane)
  if (!visit) return
  const at = Date.now()
  await ask(team.receptionist, 'POST', `/visit/cancel/${visit.id}`)
  touchReportsOf(lane, visit, at)
  visit.isCanceled = true
  // VISIT-05: it keeps no reports.
  for (const report of share.reports)
    if (report.visit === visit && !report.isWithdrawn) report.visit = undefined
  note(`canceled visit ${visit.id}`, ...ofVisit(visit))
}

export const giveVisitLink = async (lane: Lane): Promise<void> => {
  const { world, share, team, note } = lane
  const visit = pickVisit(lane)
  if (!visit) return
  const { link } = await ask(team.receptionist, 'POST', `/delivery/handOverVisitLink/${visit.id}`, {
    language: 'en',
  })
  for (const earlier of share.visitLinks) if (earlier.visit === visit) earlier.isReplaced = true
  share.visitLinks.push({
    ...{
      token: tokenIn(link as string),
      visit,
      patient: visit.patient,
      madeOn: world.day,
      isReplaced: false,
    },
  })
  note(`gave a slip for visit ${visit.id}`, ...ofVisit(visit))
}

export const giveReportLink = async (lane: Lane): Promise<void> => {
  const { world, share, team, note } = lane
  const report = pickPublished(lane)
  if (!report) return
  const { link } = await ask(team.doctor, 'POST', `/delivery/handOver/${report.id}`, {
    ...{ channel: 'copy', language: 'en' },
  })
  share.reportLinks.push({ token: tokenIn(link as string), report, madeOn: world.day })
  note(`gave a link to report ${report.id}`, ...ofReport(report))
}

/** Flags a report as critical, or calls about a critical one. */
export const flagOrCall = async (lane: Lane): Promise<void> => {
  const { share, team, note } = lane
  if (!share.lab.usesCritical) return
  const open = choose(
    lane,
    share.reports.filter(({ critical, isWithdrawn }) => critical === 'open' && !isWithdrawn),
  )
  if (open && chance(lane, 0.8)) {
    await ask(team.doctor, 'POST', `/critical/recordCall/${open.id}`, { ...seenOf(open), ...callFields() })
    open.critical = 'read-back'
    note(`called about report ${open.id}`, ...ofReport(open))
    return
  }
  const report = pickPublished(lane)
  if (!report || report.critical !== 'never') return
  const at = Date.now()
  await ask(team.technician, 'POST', `/critical/flag/${report.id}`, seenOf(report))
  report.critical = 'open'
  report.changedAt = at
  note(`flagged report ${report.id} as critical`, ...ofReport(report))
}
