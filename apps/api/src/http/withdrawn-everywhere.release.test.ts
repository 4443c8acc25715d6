import { callFields, flagReport, recordCall, useCritical } from '../testing/critical.ts'
import { randomUUID } from 'node:crypto'
import { API_BASE, contract, SIGNATURE_PART, type Endpoint } from '@zelab/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../testing/endpoints.ts'
import { createFhirWalk } from '../testing/fhir-walk.ts'
import { sure, type ApiClient } from '../testing/api-client.ts'
import { pdfOfText } from '../testing/hostile-files.ts'
import { jsonSchemaOf } from '../testing/hostile-values.ts'
import { decideItem, dropFile } from '../testing/inbox.ts'
import { needTwoPersons } from '../testing/release.ts'
import { LinkClient } from '../testing/link-client.ts'
import { bytesOf, publicRoutesOf, visitPages, type Visitor } from '../testing/public-routes.ts'
import { startMailServer, type MailServer } from '../testing/mail-server.ts'
import { PNG_BYTES, publishReport, registerPatient, uploadFile } from '../testing/test-records.ts'
import { startVerificationApp, type VerificationApp } from '../testing/verification.ts'

const MARK = 'Quuxmarked'
/** Longer than what occurs by chance in an image. */
const LINK = /\/r\/[\w-]{10}/

/** Users who may withdraw see withdrawn reports and files (AMB-27); the Admin sees deliveries and the activity log. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'activity.exportCsv: text': ['Admin'],
  'activity.list: text': ['Admin'],
  'deliveries.exportCsv: text': ['Admin', 'Doctor', 'Technician'],
  'deliveries.list: text': ['Admin', 'Doctor', 'Technician'],
  'deliveries.listOfPatient: text': ['Admin', 'Doctor', 'Technician'],
  'deliveries.listOfReport: text': ['Admin', 'Doctor', 'Technician'],
  // The link to a visit that has the report: its page shows nothing of it.
  'deliveries.handOverVisitLink: link': ['Admin', 'Doctor', 'Technician', 'Receptionist'],
  'deliveries.revoke: text': ['Admin', 'Doctor', 'Technician'],
  'messageTemplates.getMessageTemplates: link': ['Admin'],
  'reports.getById: text': ['Doctor', 'Technician'],
  'reports.listVersions: text': ['Doctor', 'Technician'],
  'reports.readFile: first file': ['Doctor', 'Technician'],
  'reports.readFile: second file': ['Doctor', 'Technician'],
  'reports.readFile: stamped copy': ['Doctor', 'Technician'],
  'reports.readFirstPage: page image': ['Doctor', 'Technician'],
}

/** Writes without a report whose responses contain patients, which are like those of reads. */
const WITHOUT_REPORT = [
  'patients.register',
  'patients.previewMerge',
  'patients.merge',
  'release.sendBack',
  'release.discard',
  'deliveries.receiveSmsReceipt',
  'delegates.addDelegate',
  'delegates.changeDelegate',
  'critical.removeFlag',
  'letterheads.previewLetterhead',
  'inbox.trySettings',
  'inbox.addSource',
]

const isRead = ([, { method, access }]: [string, Endpoint]) => method === 'GET' && access !== 'anyone'
const isWrite = ([name, { method, patientData, response }]: [string, Endpoint]) =>
  method !== 'GET' && (patientData || response === 'file' || /^(reports|deliveries|inbox)\./.test(name))

let suite: VerificationApp
let mails: MailServer
const clients: Record<string, ApiClient> = {}
let ids: number[]
let fileNames: string[]
let fields: Record<string, unknown>
let walkAsClient: Awaited<ReturnType<typeof createFhirWalk>>
const contents = new Map<string, Buffer>()

const foundIn = (response: Buffer): string[] => [
  ...(response.includes(MARK) ? ['text'] : []),
  ...(LINK.test(response.toString('latin1')) ? ['link'] : []),
  ...Array.from(contents).flatMap(([name, content]) => {
    const middle = Math.floor(content.length / 2)
    return response.includes(content.subarray(middle - 100, middle + 100)) ? [name] : []
  }),
]

const QUERIES: Record<string, string> = { search: MARK, copy: 'original', view: 'published', revision: '1' }

const pathsOf = ({ path, query }: Endpoint): string[] => {
  const values = path.includes(':fileName') ? fileNames : path.includes(':') ? ids.map(String) : ['']
  const names = Object.keys((query && jsonSchemaOf(query).properties) ?? {}).filter((name) => name in QUERIES)
  const queries = ['', ...names.map((name) => `?${name}=${QUERIES[name]}`)]
  return values.flatMap((value) => queries.map((text) => path.replace(/:\w+/g, value) + text))
}

const bodyOf = (name: string): Record<string, unknown> => {
  if (name === 'deliveries.send') return { ...fields, channel: 'email' }
  if (name === 'reports.checkFile') return { ...fields, fileUrl: undefined }
  return fields
}

const callAsEveryone = async ([name, endpoint]: [string, Endpoint]): Promise<Record<string, string[]>> => {
  const shown: Record<string, string[]> = {}
  for (const [who, client] of Object.entries(clients)) {
    const found = new Set<string>()
    for (const path of pathsOf(endpoint)) {
      const response = await client.raw(endpoint.method, API_BASE + path, {
        ...(endpoint.body && {
          body: JSON.stringify(bodyOf(name)),
          headers: { 'content-type': 'application/json' },
        }),
      })
      expect(response.status, `${name} as ${who}`).toBeLessThan(500)
      for (const what of foundIn(await bytesOf(response))) found.add(what)
    }
    for (const what of found) (shown[`${name}: ${what}`] ??= []).push(who)
  }
  return shown
}
const expectNothingMore = async (called: [string, Endpoint][]) => {
  for (const one of called)
    for (const [what, shown] of Object.entries(await callAsEveryone(one)))
      expect(SHOWN[what] ?? [], what).toEqual(expect.arrayContaining(shown))
}

const visitors: Record<string, Visitor> = {}
const visitEveryPage = (visitor: Visitor, routes: string[]) =>
  visitPages(suite, { ...visitor, reportId: Number(fields['reportId']) }, routes, foundIn)

beforeAll(async () => {
  mails = await startMailServer()
  suite = await startVerificationApp({ smtpUrl: mails.url, publicUrl: 'https://reports.example' })
  const { app, lab, doctor, admin, type } = suite
  const letterhead = { isUsed: true, accreditation: 'EIAC', corner: 'bottom-right', marginX: 10, marginY: 12 }
  sure(await admin.put(`/lab/updateLetterhead/${lab.id}`, { ...letterhead, showsSignature: true }))
  const form = new FormData()
  form.append(SIGNATURE_PART, new Blob([new Uint8Array(PNG_BYTES)]), 'signature.png')
  sure(await doctor.post('/user/signature', form))
  Object.assign(clients, {
    Admin: admin,
    Doctor: doctor,
    Technician: await app.signedIn('Technician', lab),
    Receptionist: await app.signedIn('Receptionist', lab),
    'Doctor elsewhere': await app.signedIn('Doctor'),
  })

  const patientId = await registerPatient(doctor)
  const consents = { email: true, whatsapp: true }
  sure(await doctor.put(`/patient/updateDelivery/${patientId}`, { language: 'en', consents }))
  const unlikeAny = () => pdfOfText(Array.from({ length: 35 }, () => randomUUID()))
  const [first, second] = [await unlikeAny(), await unlikeAny()]
  const itemId = sure(await dropFile(doctor, first, `${MARK}.pdf`))[0].itemId as number
  const report = { patientId, reportTypeId: type, title: `${MARK} title`, remark: `${MARK} remark` }
  sure(await decideItem(doctor, `/inbox/publish/${itemId}`, report))
  const { id: reportId } = await app.database.one<{ id: number }>('select max(id) as id from reports')
  sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true, givesLinks: true }))
  const { id: visitId } = sure(await doctor.post(`/visit/create/${patientId}`, { reportTypeIds: [type] }))
  sure(await doctor.put(`/visit/update/${visitId}`, { reportIds: [reportId] }))
  const fileUrl = await uploadFile(doctor, second, `${MARK}.pdf`)
  const pathOf = async () => sure(await doctor.get(`/report/getById/${reportId}`)).filePath as string
  const paths = [await pathOf()]
  sure(await doctor.put(`/report/update/${reportId}`, { ...report, fileUrl, reason: 'wrong-file' }))
  paths.push(await pathOf())
  fileNames = paths.map((path) => path.split('/').at(-1) ?? '')
  contents.set('first file', first).set('second file', second)
  contents.set('stamped copy', await bytesOf(await doctor.raw('GET', paths[1] ?? '')))
  contents.set('page image', await bytesOf(await doctor.raw('GET', `${paths[1]}/page`)))

  const createdBy = (await app.createUser('Admin')).id
  walkAsClient = await createFhirWalk(app, { labId: lab.id, createdBy, reportId, patientId })
  expect(foundIn(Buffer.concat([...(await walkAsClient()).values()]))).toEqual(['text', 'stamped copy'])

  const openedLink = await suite.sendLink(reportId)
  await openedLink.identify()
  const otherReport = await publishReport(doctor, patientId, type)
  const otherLink = await suite.sendLink(otherReport.id)
  await otherLink.identify()
  const slip = sure(await doctor.post(`/delivery/handOverVisitLink/${visitId}`, { language: 'en' }))
  const visitLink = new LinkClient(app, slip.link.split('/r/')[1])
  await visitLink.identify()
  await app.database.execute('update link_sessions set has_code = true')
  const code = await suite.codeOf(reportId)
  const passOf = async () =>
    /class="pass"[^>]*><b class="ltr">([^<]+)/.exec((await openedLink.post('/pass')).html)?.[1] ?? ''
  const usedPass = await passOf()
  const openedChecker = suite.newChecker()
  expect((await openedChecker.enterPass(code, usedPass)).status).toBe(303)
  const pass = await passOf()
  Object.assign(visitors, {
    'who had opened the link': { link: openedLink, code, pass },
    'of another report of the patient': { link: otherLink, code, pass },
    'who had opened the visit': { link: visitLink, code, pass },
    'who was shown the report': { checker: openedChecker, code, pass: usedPass },
  } satisfies Record<string, Visitor>)

  sure(await doctor.post(`/delivery/send/${reportId}`, { language: 'en' }))
  // Delayed, so that a correction right after publishing is in time.
  const { id: deliveryId } = await app.database.one<{ id: number }>(
    "select id from deliveries where state = 'queued'",
  )
  ids = [...new Set([reportId, patientId, lab.id, itemId, deliveryId, visitId as number])]
  const paid = { updatedAt: new Date().toISOString(), payment: 'paid' }
  fields = {
    ...{ ...report, reportId, fileUrl, version: 2, reason: 'other', note: 'A note', text: MARK },
    ...{ channel: 'slip', language: 'en', ids: [deliveryId] },
    items: [itemId, reportId, visitId].map((id) => ({ ...report, id, version: 2, ...paid })),
    ...{ revision: 1, sha256: 'ab'.repeat(32) },
    ...callFields({ outcome: 'reached' }),
    ...{ calledAt: new Date().toISOString(), phone: '+971501234567' },
  }

  const files = Object.values(contract).flatMap(Object.values<Endpoint>)
  const readFile = files.find(({ path }) => path === '/report/file/:fileName') as Endpoint
  expect(Object.keys(await callAsEveryone(['file', readFile]))).toEqual(
    expect.arrayContaining(['file: first file', 'file: second file', 'file: stamped copy']),
  )
  for (const [who, what] of [
    ['who had opened the link', 'GET /r/:token/file: stamped copy'],
    ['who had opened the link', 'GET /r/:token/page: page image'],
    ['of another report of the patient', 'GET /r/:token/reports/:reportId/file: stamped copy'],
    ['of another report of the patient', 'GET /r/:token/reports: text'],
    ['who had opened the visit', 'GET /r/:token: text'],
    ['who had opened the visit', 'GET /r/:token/documents/:reportId: text'],
    ['who had opened the visit', 'GET /r/:token/documents/:reportId/file: stamped copy'],
    ['who had opened the visit', 'GET /r/:token/documents/:reportId/page: page image'],
    ['who was shown the report', 'GET /v/:code/report/file: stamped copy'],
  ] as const)
    expect(await visitEveryPage(visitors[who] as Visitor, [what.split(': ')[0] ?? ''])).toContain(what)

  await useCritical(admin, lab.id)
  sure(await flagReport(doctor, reportId))
  sure(await recordCall(doctor, reportId))
})
afterAll(async () => {
  await suite.app.stop()
  await mails.stop()
})

it('keeps a suspended report and its files off every page without an account [RELEASE-65]', async () => {
  await needTwoPersons(suite.admin, suite.lab)
  const amendment = { ...fields, title: 'Corrected', remark: 'Corrected', suspends: true }
  expect((await suite.doctor.put(`/report/update/${ids[0]}`, amendment)).status).toBe(202)
  const pages = publicRoutesOf(suite.app.routeTree).filter((route) => !route.endsWith('/close'))
  for (const [who, visitor] of Object.entries(visitors))
    expect(await visitEveryPage(visitor, pages), who).toEqual([])
  for (const [path, answer] of await walkAsClient()) expect(foundIn(answer), path).toEqual([])
  await needTwoPersons(suite.admin, suite.lab, { twoPersons: 'none' })
})

describe('a withdrawn report', () => {
  beforeAll(async () => {
    sure(await suite.withdraw(ids[0] ?? 0))
    const { code, pass } = Object.values(visitors)[0] as Visitor
    const link = await suite.sendLink(ids[0] ?? 0)
    visitors['who opens the link now'] = { link, code, pass }
    visitors['who checks the report now'] = { checker: suite.newChecker(), code, pass }
  })

  it('appears in every read of the API for those who may withdraw, and for no one else [RULE-81]', async () => {
    const reads = endpoints.filter(isRead)
    expect(reads.length).toBeGreaterThan(60)
    await expectNothingMore(reads)
  })

  it('appears on no page without an account, nor do its files [RULE-82]', async () => {
    const pages = publicRoutesOf(suite.app.routeTree)
    expect(pages.length).toBeGreaterThan(25)
    for (const [who, visitor] of Object.entries(visitors))
      expect(await visitEveryPage(visitor, pages), who).toEqual([])
  })

  it('reaches no connected system [RULE-81]', async () => {
    for (const [path, answer] of await walkAsClient()) expect(foundIn(answer), path).toEqual([])
  })

  it('goes out in no waiting message [RULE-82]', async () => {
    const before = mails.received.length
    await suite.app.services.deliveryWorker.run()
    for (const { content } of mails.received.slice(before)) expect(foundIn(Buffer.from(content))).toEqual([])
  })

  it('appears in the answer of no write [RULE-81]', async () => {
    const writes = endpoints.filter(isWrite)
    const unfit = writes.filter(
      ([name, { body }]) => body && !z.safeParse(body as z.core.$ZodType, bodyOf(name)).success,
    )
    expect(unfit.map(([name]) => name)).toEqual(WITHOUT_REPORT)
    await expectNothingMore(writes)
  })
})
