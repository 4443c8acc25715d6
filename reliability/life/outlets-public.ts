import { ApiClient } from '../../apps/api/src/testing/api-client.ts'
import type { Comparison } from './findings.ts'
import { newAddress } from './people.ts'
import { stateOf } from './oracle.ts'
import { send } from './requests.ts'
import { ofReport } from './trails.ts'
import type { Report, Share } from './world.ts'

/** Codes that were printed on each version. */
const printed = new Map<Report, Map<number, string>>()

const codesOf = async (doctor: ApiClient, report: Report): Promise<Map<number, string>> => {
  const codes = printed.get(report) ?? new Map<number, string>()
  printed.set(report, codes)
  if (report.isWithdrawn || codes.has(report.versions.length)) return codes
  const { status, body } = await send(doctor, 'GET', `/report/getVerification/${report.id}`)
  if (status === 200) codes.set(report.versions.length, body.data.code as string)
  return codes
}

const initialsOf = (fullName: string): RegExp =>
  new RegExp(
    fullName
      .split(' ')
      .map((word) => `${word.slice(0, 1)}[^\\s<]*`)
      .join('\\s+'),
  )

/** The page that anyone opens with the code of a version, also of an earlier one. */
export const compareVerification = async (
  { compare }: Comparison,
  doctor: ApiClient,
  { share, report }: { share: Share; report: Report },
): Promise<void> => {
  const visitor = new ApiClient(doctor.origin)
  const records = ofReport(report)
  const state = stateOf(share, report)
  for (const [version, code] of await codesOf(doctor, report)) {
    const isNewest = version === report.versions.length
    const expected = state !== 'withdrawn' && !isNewest ? 'superseded' : state
    const headers = { 'x-forwarded-for': newAddress() }
    const html = await (await visitor.raw('GET', `/v/${code}`, { headers })).text()
    const shown = /card verdict (\w+)/.exec(html)?.[1] ?? 'no page'
    // An earlier version of a suspended report is wrong either way.
    if (!(state === 'suspended' && !isNewest))
      compare('verification page', records, `version ${version}`, expected, shown)
    const { dob, fullName } = report.patient
    const text = html.replace(/<[^>]+>/g, ' ')
    compare('verification page', records, 'year of birth', true, text.includes(dob.slice(0, 4)))
    compare('verification page', records, 'initials', true, initialsOf(fullName).test(text))
  }
}
