import type { Comparison } from './findings.ts'
import { fhirStatus, isInReach } from './oracle.ts'
import { mayHear, stateHeard } from './outlets-systems.ts'
import type { Reader } from './systems.ts'
import { ofPatient, ofReport } from './trails.ts'
import { lastChangeOf, newest, type Patient, type Report, type Share } from './world.ts'

const FHIR_GENDERS = { MALE: 'male', FEMALE: 'female' } as const

interface Resource {
  id: string
  meta: { lastUpdated: string }
  status?: string
  subject?: { reference: string }
  code?: { text: string; coding?: { code: string }[] }
  basedOn?: { identifier: { value: string } }[]
  name?: { text: string }[]
  birthDate?: string
  gender?: string
  active?: boolean
  identifier?: { system: string; value: string }[]
}

const createFhir = (origin: string, key: string) => {
  const read = async (path: string): Promise<{ status: number; body: unknown }> => {
    const answer = await fetch(`${origin}/fhir/R4${path}`, { headers: { authorization: `Bearer ${key}` } })
    return { status: answer.status, body: await answer.json() }
  }
  return {
    read,
    async all(resource: string): Promise<Map<number, Resource>> {
      const found = new Map<number, Resource>()
      let path: string | undefined = `/${resource}?_count=100`
      while (path) {
        const { status, body } = await read(path)
        if (status !== 200) throw new Error(`FHIR answered ${status}`)
        const page = body as { entry?: { resource: Resource }[]; link: { relation: string; url: string }[] }
        for (const entry of page.entry ?? [])
          found.set(Number(entry.resource.id.replace(/^\D+/, '')), entry.resource)
        path = page.link.find(({ relation }) => relation === 'next')?.url.replace(/^.*?\/fhir\/R4/, '')
      }
      return found
    },
  }
}

const compareReportResource = (
  { compare }: Pick<Comparison, 'compare'>,
  name: string,
  { share, report }: { share: Share; report: Report },
  found: Resource,
) => {
  const records = ofReport(report)
  const version = newest(report)
  compare(name, records, 'status', fhirStatus(share, report), found.status)
  compare(name, records, 'subject', `Patient/patient-${report.patient.id}`, found.subject?.reference)
  if (report.isWithdrawn) return
  // SAFE-19: the title of the publication stays.
  compare(name, records, 'title of the type', version.typeTitle, found.code?.text)
  const loinc = found.code?.coding?.[0]?.code
  compare(name, records, 'LOINC', version.type.loinc ?? undefined, loinc)
  compare(
    name,
    records,
    'order',
    report.visit?.orderNumber ?? undefined,
    found.basedOn?.[0]?.identifier.value,
  )
  const isNewer = Date.parse(found.meta.lastUpdated) >= report.changedAt
  compare(name, records, 'lastUpdated after the last change', true, isNewer)
}

const comparePatientResource = (
  { compare }: Pick<Comparison, 'compare'>,
  name: string,
  patient: Patient,
  found: Resource,
) => {
  const records = [ofPatient(patient)]
  compare(
    name,
    records,
    'patient',
    [patient.fullName, patient.dob, patient.gender ? FHIR_GENDERS[patient.gender] : undefined],
    [found.name?.[0]?.text, found.birthDate, found.gender],
  )
  const values = [`ZL-${patient.id}`, patient.emrId, patient.nationalId].filter((value) => value !== null)
  compare(
    name,
    records,
    'identifiers',
    values.toSorted(),
    found.identifier?.map(({ value }) => value).toSorted(),
  )
}

interface FeedEvent {
  type: string
  timestamp: string
  data: { report: number; version: number }
}

/** The last event about each report, and where the reader goes on. */
const feeds = new Map<string, { last: Map<number, FeedEvent>; after: string }>()

const readFeed = async (origin: string, key: string): Promise<Map<number, FeedEvent>> => {
  const feed = feeds.get(key) ?? { last: new Map<number, FeedEvent>(), after: '' }
  feeds.set(key, feed)
  for (;;) {
    const path = `/fhir/events?limit=100${feed.after && `&after=${feed.after}`}`
    const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${key}` } })
    const { events, next } = (await answer.json()) as { events: FeedEvent[]; next: string }
    for (const event of events) feed.last.set(event.data.report, event)
    feed.after = next
    if (events.length === 0) return feed.last
  }
}

/** The feed ends at the newest state of every report, after its last change. */
export const compareFeed = async (
  { compare }: Comparison,
  origin: string,
  { name, reach, key }: Reader,
  shares: readonly Share[],
): Promise<void> => {
  const last = await readFeed(origin, key)
  for (const share of shares)
    for (const report of share.reports) {
      if (report.lab.id !== reach.labId) continue
      const event = last.get(report.id)
      const told = event && { type: event.type, at: Date.parse(event.timestamp), version: event.data.version }
      const outlet = name.replace('FHIR', 'feed')
      const records = ofReport(report)
      const expected = mayHear(share, report, reach)
      const state = stateHeard(told)
      if (!expected.includes(state)) compare(outlet, records, 'state', expected[0], state)
      else if (told && state === 'current') {
        compare(outlet, records, 'version', report.versions.length, told.version)
        compare(outlet, records, 'was told of the last change', true, told.at >= lastChangeOf(report))
      }
    }
}

/** Everything in reach by searches: which reports, of whom, in which state, and their patients. */
export const compareReader = async (
  { compare }: Comparison,
  origin: string,
  { name, reach, key }: Reader,
  share: Share,
): Promise<void> => {
  const fhir = createFhir(origin, key)
  const reports = await fhir.all('DiagnosticReport')
  for (const report of share.reports) {
    if (report.lab.id !== reach.labId) continue
    const records = ofReport(report)
    const found = reports.get(report.id)
    const reaches = isInReach(report, reach)
    // A withdrawn report of a visit may stay as an error, or leave with the visit.
    if (!report.isWithdrawn || reach.referrerId === undefined)
      compare(name, records, 'reaches the report', reaches, found !== undefined)
    if (found && reaches) compareReportResource({ compare }, name, { share, report }, found)
  }
  const patients = await fhir.all('Patient')
  for (const patient of share.patients) {
    const found = patients.get(patient.id)
    if (!found || patient.lab.id !== reach.labId) continue
    compare(name, [ofPatient(patient)], 'active', !patient.mergedInto, found.active)
    if (!patient.mergedInto) comparePatientResource({ compare }, name, patient, found)
  }
}
