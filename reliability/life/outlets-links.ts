import { ApiClient } from '../../apps/api/src/testing/api-client.ts'
import { LinkClient, type LinkAnswer } from '../../apps/api/src/testing/link-client.ts'
import type { Comparison } from './findings.ts'
import { newAddress } from './people.ts'
import { holdOf, linkEnd, reportsOf, stateOf } from './oracle.ts'
import { ofReport, ofVisit } from './trails.ts'
import { newest, type Report, type ReportLink, type Share, type VisitLink, type World } from './world.ts'

/** Pages of a patient's link, by texts of the user guide. */
const PAGES: readonly (readonly [kind: string, text: RegExp])[] = [
  ['expired', /expired/i],
  ['replaced', /newer (slip|link|page)/i],
  ['ended', /no longer works/i],
  ['unknown', /This link does not work/i],
  ['prepared', /being prepared/i],
  ['contact', /contact the lab/i],
  ['withdrawn', /was withdrawn/i],
  ['code', /Confirm that it/i],
]
const DOCUMENT = /<a class="go" href="[^"]+\/documents\/\d+[\s\S]*?<\/a\s*>/g
/** VLINK-01: a visit's page lists what is there, beside what is held, awaited or needs a code. */
const kindOfList = (kind: string, documents: readonly string[]): string => {
  const isOpen = documents.some((item) => !item.includes('Needs a code'))
  if (isOpen) return kind === 'contact' ? 'open' : kind
  return kind === 'open' ? 'code' : kind
}

const kindOf = (html: string): string => {
  if (html.includes('name="day"')) return 'form'
  if (/href="[^"]+\/file"/.test(html)) return 'open'
  const kind = PAGES.find(([, text]) => text.test(html))?.[0] ?? 'open'
  const documents = html.match(DOCUMENT)
  return documents ? kindOfList(kind, documents) : kind
}

/** Each patient's browser, which is known again. */
const browsers = new Map<string, LinkClient>()
const browserOf = (origin: string, token: string): LinkClient => {
  const found = browsers.get(token) ?? new LinkClient({ client: () => new ApiClient(origin) }, token)
  browsers.set(token, found)
  return found
}

/** Opens a link, with the birth date if it asks. */
const look = async (origin: string, token: string, dob: string): Promise<{ kind: string; html: string }> => {
  const browser = browserOf(origin, token)
  const headers = { 'x-forwarded-for': newAddress() }
  const follow = async (answer: LinkAnswer) => {
    let page = answer
    for (let turns = 0; page.status === 303 && turns < 4; turns += 1) page = await browser.follow(page)
    return page
  }
  let page = await follow(await browser.get('', headers))
  if (kindOf(page.html) === 'form') page = await follow(await browser.identify(dob, headers))
  return { kind: kindOf(page.html), html: page.html }
}

const DATES = /href="(\/r\/[^"]+)"/g
const OTHER_PAGES = /\/(file|page|views|close|pass|logo|reports)\b|lang=|download/

/** The page, and those that it leads to. */
const readFurther = async (origin: string, token: string, html: string): Promise<string> => {
  const browser = browserOf(origin, token)
  const addresses = [...html.matchAll(DATES)].map(([, address = '']) => address.replaceAll('&amp;', '&'))
  const pages = [html]
  for (const address of new Set(addresses))
    if (!OTHER_PAGES.test(address)) pages.push(await (await browser.client.raw('GET', address)).text())
  return pages.join('\n')
}

const pageOfReport = (share: Share, { report, madeOn }: ReportLink, day: number): string[] => {
  const { linkDays } = share.lab
  if (day >= madeOn + linkDays + 1) return ['ended', 'expired']
  if (day >= madeOn + linkDays) return []
  if (report.isWithdrawn) return ['withdrawn']
  if (stateOf(share, report) === 'suspended') return ['contact']
  const hold = holdOf(share, report)
  // CRIT-18: one that was handed over during the call's wait opens.
  if (hold === 'critical') return ['contact', 'open', 'code']
  if (hold === 'unpaid') return ['contact']
  return newest(report).type.isSensitive ? ['code'] : ['open']
}

export const compareReportLink = async (
  { compare }: Comparison,
  origin: string,
  { share, world }: { share: Share; world: World },
  link: ReportLink,
): Promise<void> => {
  const expected = pageOfReport(share, link, world.day)
  if (expected.length === 0) return
  const { report } = link
  const records = ofReport(report)
  const { kind, html } = await look(origin, link.token, report.patient.dob)
  if (!expected.includes(kind)) compare('link to a report', records, 'page', expected[0], kind)
  else if (kind === 'open') {
    const texts = [newest(report).title, report.patient.fullName]
    compare(
      'link to a report',
      records,
      'texts',
      texts,
      texts.filter((text) => html.includes(text)),
    )
  }
}

/** A4: the reports of a visit that its link opens by the birth date alone. */
const openableOf = (share: Share, { visit }: VisitLink): Report[] =>
  reportsOf(share, visit).filter(
    (report) =>
      stateOf(share, report) === 'current' && !holdOf(share, report) && !newest(report).type.isSensitive,
  )

const pageOfVisit = (share: Share, link: VisitLink, day: number): string[] => {
  const { visit, madeOn, isReplaced, patient } = link
  const { linkDays } = share.lab
  const end = linkEnd(madeOn, visit.promisedOn, linkDays)
  // The days of an unpaid visit count from its payment.
  const latest = visit.payment === 'due' ? Infinity : linkEnd(madeOn, visit.paidOn ?? 0, linkDays)
  if (isReplaced) return ['replaced', 'ended', 'unknown']
  if (visit.isCanceled || patient !== visit.patient) return ['ended', 'unknown']
  if (day > Math.max(end, latest)) return ['expired', 'ended']
  if (day >= end) return []
  const reports = reportsOf(share, visit)
  if (openableOf(share, link).length > 0) return ['open']
  const isHeld = reports.some((report) => holdOf(share, report) || stateOf(share, report) === 'suspended')
  return isHeld ? ['contact'] : ['prepared', 'contact', 'code']
}

export const compareVisitLink = async (
  { compare }: Comparison,
  origin: string,
  { share, world }: { share: Share; world: World },
  link: VisitLink,
): Promise<void> => {
  const { visit, token } = link
  const expected = pageOfVisit(share, link, world.day)
  if (expected.length === 0) return
  const records = ofVisit(visit)
  const { kind, html } = await look(origin, token, visit.patient.dob)
  if (!expected.includes(kind)) {
    compare('slip of a visit', records, 'page', expected[0], kind)
    return
  }
  if (expected[0] === 'expired')
    compare(
      'slip of a visit',
      records,
      'says that the lab ended it',
      false,
      html.includes('The lab has ended'),
    )
  if (kind !== 'open') return
  const shown = await readFurther(origin, token, html)
  const titles = openableOf(share, link).map((report) => newest(report).title)
  compare(
    'slip of a visit',
    records,
    'opens every report',
    titles,
    titles.filter((title) => shown.includes(title)),
  )
}
