import { randomUUID } from 'node:crypto'
import { API_BASE, type Endpoint } from '@zelab/contract'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import { sure, type ApiClient } from '../testing/api-client.ts'
import { endpoints } from '../testing/endpoints.ts'
import { createFhirWalk } from '../testing/fhir-walk.ts'
import { pdfOfText } from '../testing/hostile-files.ts'
import { jsonSchemaOf } from '../testing/hostile-values.ts'
import { LinkClient } from '../testing/link-client.ts'
import { startMailServer, type MailServer } from '../testing/mail-server.ts'
import { publicRoutesOf } from '../testing/public-routes.ts'
import { needTwoPersons, openUnreleased, submitReport } from '../testing/release.ts'
import { publishReport, registerPatient, uploadFile } from '../testing/test-records.ts'
import { startVerificationApp, type Checker, type VerificationApp } from '../testing/verification.ts'

const MARK = 'Quuxunreleased'

const WORKLIST = ['Author', 'Releaser']
/** Authors see their reports, and those who may release see all of their lab. Uploaders see their uploads. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'release.list: text': WORKLIST,
  'release.getById: text': WORKLIST,
  'release.readFile: report': WORKLIST,
  'release.readFile: amendment': WORKLIST,
  'release.readFile: text': WORKLIST,
  'reports.readFile: report': ['Author'],
  'reports.readFile: amendment': ['Author'],
  'reports.readFile: text': ['Author'],
  'dashboard.getToDo: text': ['Releaser'],
}

let suite: VerificationApp
let mails: MailServer
let link: LinkClient
let visitLink: LinkClient
let checker: Checker
const clients: Record<string, ApiClient> = {}
const contents = new Map<string, Buffer>()
let ids: number[]
let fileNames: string[]
let values: Record<string, string>
let fields: Record<string, unknown>
let walkAsClient: Awaited<ReturnType<typeof createFhirWalk>>

/** Names and contents of a ZIP archive; any other response as it is. */
const partsOf = async (response: Buffer): Promise<Buffer[]> => {
  if (response.subarray(0, 2).toString() !== 'PK') return [response]
  const zip = await promisify<Buffer, { lazyEntries: false; autoClose: false }, ZipFile>(fromBuffer)(
    response,
    {
      lazyEntries: false,
      autoClose: false,
    },
  )
  const entries: Entry[] = []
  zip.on('entry', (entry: Entry) => entries.push(entry))
  await new Promise((resolve) => zip.once('end', resolve))
  const open = promisify<Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip))
  const contentsOf = await Promise.all(entries.map(async (entry) => buffer(await open(entry))))
  return [...entries.map(({ fileName }) => Buffer.from(fileName)), ...contentsOf]
}

const foundIn = async (response: Buffer, headers = ''): Promise<string[]> => {
  const parts = [...(await partsOf(response)), Buffer.from(decodeURIComponent(headers))]
  return [
    ...(parts.some((part) => part.includes(MARK)) ? ['text'] : []),
    ...Array.from(contents).flatMap(([name, content]) => {
      const middle = Math.floor(content.length / 2)
      return parts.some((part) => part.includes(content.subarray(middle - 100, middle + 100))) ? [name] : []
    }),
  ]
}
const foundBy = async (response: Response) =>
  foundIn(Buffer.from(await response.arrayBuffer()), response.headers.get('content-disposition') ?? '')

// A part of the mark: an answer that repeats the search contains less than the mark.
const QUERIES: Record<string, string[]> = {
  search: [MARK.slice(0, -1)],
  list: ['awaiting', 'own', 'review'],
  view: ['published', 'open'],
}
const pathsOf = ({ path, query }: Endpoint): string[] => {
  const found = path.includes(':fileName') ? fileNames : path.includes(':') ? ids.map(String) : ['']
  const asked = Object.keys((query && jsonSchemaOf(query).properties) ?? {})
  const queries = ['', ...asked.flatMap((name) => (QUERIES[name] ?? []).map((value) => `?${name}=${value}`))]
  return found.flatMap((value) => queries.map((text) => path.replace(/:\w+/g, value) + text))
}

const callAsEveryone = async (called: [string, Endpoint][]): Promise<Record<string, string[]>> => {
  const shown: Record<string, string[]> = {}
  for (const [name, endpoint] of called)
    for (const [who, client] of Object.entries(clients)) {
      const found = new Set<string>()
      for (const path of pathsOf(endpoint)) {
        const response = await client.raw(endpoint.method, API_BASE + path, {
          ...(endpoint.body && {
            body: JSON.stringify(fields),
            headers: { 'content-type': 'application/json' },
          }),
        })
        expect(response.status, `${name} as ${who}`).toBeLessThan(500)
        for (const what of await foundBy(response)) found.add(what)
      }
      for (const what of found) (shown[`${name}: ${what}`] ??= []).push(who)
    }
  return shown
}

beforeAll(async () => {
  mails = await startMailServer()
  suite = await startVerificationApp({ smtpUrl: mails.url, publicUrl: 'https://reports.example' })
  const { app, lab, doctor, admin, type } = suite
  Object.assign(clients, {
    Admin: admin,
    Author: doctor,
    Releaser: await app.signedIn('Doctor', lab),
    Technician: await app.signedIn('Technician', lab),
    Receptionist: await app.signedIn('Receptionist', lab),
    'Doctor elsewhere': await app.signedIn('Doctor'),
  })
  const patientId = await registerPatient(doctor)
  const consents = { email: true, whatsapp: true }
  sure(await doctor.put(`/patient/updateDelivery/${patientId}`, { language: 'en', consents }))
  const { id: reportId } = await publishReport(doctor, patientId, type)
  sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true, givesLinks: true }))
  const { id: visitId } = sure(await doctor.post(`/visit/create/${patientId}`, { reportTypeIds: [type] }))
  const createdBy = (await app.createUser('Admin')).id
  walkAsClient = await createFhirWalk(app, { labId: lab.id, createdBy, reportId, patientId })
  await needTwoPersons(admin, lab)
  const unlikeAny = () => pdfOfText(Array.from({ length: 35 }, () => randomUUID()))
  contents.set('report', await unlikeAny()).set('amendment', await unlikeAny())
  const upload = (name: string) => uploadFile(doctor, contents.get(name), `${MARK}.pdf`)
  const [first, second] = [await upload('report'), await upload('amendment')]
  const marked = { title: `${MARK} title`, remark: `${MARK} remark` }
  const unreleasedId = await submitReport(doctor, patientId, type, { ...marked, fileUrl: first, visitId })
  const amendment = { ...marked, reportTypeId: type, patientId, fileUrl: second, reason: 'other', note: MARK }
  const amended = await doctor.put(`/report/update/${reportId}`, amendment)
  expect(amended.status).toBe(202)
  await openUnreleased(clients['Releaser'] as ApiClient, unreleasedId)
  link = await suite.sendLink(reportId)
  await link.identify()
  sure(await doctor.put(`/visit/update/${visitId}`, { reportIds: [reportId] }))
  const slip = sure(await doctor.post(`/delivery/handOverVisitLink/${visitId}`, { language: 'en' }))
  visitLink = new LinkClient(app, slip.link.split('/r/')[1])
  await visitLink.identify()
  expect((await visitLink.get(`/documents/${reportId}`)).status).toBe(200)
  await app.database.execute('update link_sessions set has_code = true')
  checker = suite.newChecker()
  const code = await suite.codeOf(reportId)
  const amendmentId = amended.body.data.unreleasedId as number
  ids = [...new Set([reportId, patientId, lab.id, visitId as number, unreleasedId, amendmentId])]
  fileNames = [first, second].map((path) => path.split('/').at(-1) ?? '')
  values = { token: link.token, code, labId: String(lab.id), reportId: String(reportId) }
  fields = {
    ...{ patientId, reportId, reportTypeId: type, title: 'Plain', remark: 'Plain remark', version: 1 },
    ...{ fileUrl: first, reason: 'other', note: 'A note', text: MARK.slice(0, -1), channel: 'email' },
    ...{ language: 'en', phone: '+971501234567', survivorId: patientId, mergedId: patientId },
  }
})
afterAll(async () => {
  await suite.app.stop()
  await mails.stop()
})

const expectNothingMore = async (called: [string, Endpoint][]) => {
  const shown = await callAsEveryone(called)
  for (const [what, who] of Object.entries(shown))
    expect(SHOWN[what] ?? [], what).toEqual(expect.arrayContaining(who))
  return shown
}

describe('an unreleased report and an unreleased amendment', () => {
  it('appear in reads of their author and those who may release, and of no one else [RELEASE-20]', async () => {
    const reads = endpoints.filter(([, { method, access }]) => method === 'GET' && access !== 'anyone')
    expect(reads.length).toBeGreaterThan(60)
    const shown = await expectNothingMore(reads)
    for (const what of ['release.list: text', 'release.readFile: report', 'release.readFile: amendment'])
      expect(shown[what], what).toEqual(WORKLIST)
  })

  it('appear on no page without an account, for the patient and for a visitor [RELEASE-21]', async () => {
    const pages = publicRoutesOf(suite.app.routeTree)
    expect(pages.length).toBeGreaterThan(25)
    for (const route of pages.toSorted((one, other) => +one.endsWith('/close') - +other.endsWith('/close'))) {
      const [method = '', path = ''] = route.split(' ')
      if (method === 'POST') continue
      await suite.forgetLimits()
      const addressOf = (token: string) =>
        path.replace(/:(\w+)/g, (_, name: string) => ({ ...values, token })[name] ?? name)
      for (const [client, token] of [
        [link.client, link.token],
        [visitLink.client, visitLink.token],
        [checker.client, link.token],
      ] as const)
        expect(await foundBy(await client.raw('GET', addressOf(token))), route).toEqual([])
    }
  })

  it('reach no connected system [RELEASE-20]', async () => {
    const answers = await walkAsClient()
    expect(answers.size).toBeGreaterThan(10)
    for (const [path, answer] of answers) expect(await foundIn(answer), path).toEqual([])
  })

  it('appear in no message, and in no answer of any write [RELEASE-20]', async () => {
    await suite.app.services.deliveryWorker.run()
    for (const { content } of mails.received) expect(await foundIn(Buffer.from(content))).toEqual([])
    const ends = /withdraw|reassign|remove|delete|merge/i
    const writes = endpoints
      .filter(
        ([name, { method, access }]) => method !== 'GET' && access !== 'anyone' && !/^release\./.test(name),
      )
      .filter(([name]) => !/^auth\.|^backups\.|^users\./.test(name))
      .toSorted(([one], [other]) => +ends.test(one) - +ends.test(other))
    await expectNothingMore(writes)
  })
})
