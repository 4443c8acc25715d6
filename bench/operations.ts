import { randomBytes } from 'node:crypto'
import type { ConnectedSystems } from './connected-systems.ts'
import { listFhirOperations } from './fhir-operations.ts'
import type { FileSize } from './files.ts'
import { always, asJson, get, round, type Operation } from './requests.ts'
import { asUpload, makePdf } from './sample-pdf.ts'
import type { SampleSource } from './samples.ts'
import { BENCH_PASSWORD, benchEmail } from './seed/people.ts'

const API = '/api/v1'
/** Pages of ten patients; a page after the last one is skipped. */
const DEEP_PAGES = [250, 1000]

const sessionOf = (cookies: string | string[] | undefined) =>
  /session=([^;]+)/.exec([cookies ?? []].flat().join('; '))?.[1]

export const CONNECTIONS = [1, 16, 64] as const
const MOST_CONNECTIONS = 64

/** Writes come last, so that the other operations see the seeded data. */
export const listOperations = async (
  source: SampleSource,
  options: {
    origin: string
    publishes: number
    cookies: Record<'doctor' | 'technician' | 'admin', string>
    files: Record<FileSize, string>
    filesFolder: string
    staticFolder: string
    systems: ConnectedSystems
  },
): Promise<Operation[]> => {
  const { origin, publishes, cookies, files, filesFolder, staticFolder, systems } = options
  const { samples, openSession, prepareUploads, deleteUploads } = source
  const { lab, userIds } = samples
  const as = (who: keyof typeof cookies) => ({ cookie: cookies[who] })
  const writer = (who: keyof typeof cookies) => ({ ...as(who), origin })

  const patient = round(samples.patientIds)
  const report = round(samples.reportIds)
  const phone = round(samples.phones)
  const colleague = round(samples.labs)
  const threeYearsAgo = new Date(Date.now() - 3 * 365 * 86_400_000).toISOString().slice(0, 10)
  const list = (name: string, query: string, floor?: string): Operation => ({
    name,
    product: get(() => `${API}/patient/getAll?limit=10&${query}`, as('doctor')),
    ...(floor && { floor: get(() => floor), floorKind: 'sql' as const }),
  })

  const tokens: string[] = []
  const floorTokens: string[] = []
  for (let index = 0; index < MOST_CONNECTIONS; index++) {
    tokens.push(await openSession('doctor'))
    floorTokens.push(await openSession('doctor'))
  }
  await deleteUploads(filesFolder)
  const uploads = round(await prepareUploads(publishes, filesFolder))
  const floorUploads = round(await prepareUploads(publishes))
  const upload = asUpload(makePdf(200_000))
  let people = Date.now()
  const newcomer = () => {
    people += 1
    return {
      name: 'Bench Newcomer',
      email: `n${people}@mail.example`,
      phone: `+97150${String(people).slice(-7)}`,
    }
  }

  return [
    {
      name: 'session restore',
      product: {
        next: (connection) => ({
          method: 'GET',
          path: `${API}/auth/refresh-token`,
          headers: { cookie: `session=${tokens[connection] as string}` },
        }),
        seen: (connection, headers) => {
          const fresh = sessionOf(headers['set-cookie'])
          if (fresh) tokens[connection] = fresh
        },
      },
      floor: {
        next: (connection) => {
          const token = floorTokens[connection] as string
          const fresh = randomBytes(32).toString('base64url')
          floorTokens[connection] = fresh
          return { method: 'GET', path: `/session?token=${token}&fresh=${fresh}` }
        },
      },
      floorKind: 'sql',
    },
    {
      name: 'dashboard of a lab',
      product: get(() => `${API}/user/dashboard`, as('doctor')),
      floor: get(() => `/dashboard?lab=${lab}`),
      floorKind: 'sql',
    },
    {
      name: 'dashboard of the Admin',
      product: get(() => `${API}/user/dashboard`, as('admin')),
      floor: get(() => '/dashboard'),
      floorKind: 'sql',
    },
    { name: 'work to do of a Doctor', product: get(() => `${API}/user/dashboard/toDo`, as('doctor')) },
    list('patients, page 1', 'page=1', `/patients?lab=${lab}`),
    ...DEEP_PAGES.filter((page) => page <= samples.pages).map((page) =>
      list(`patients, page ${page}`, `page=${page}`, `/patients?lab=${lab}&offset=${(page - 1) * 10}`),
    ),
    // With ten thousand patients, a lab has too few pages to compare with a million; all labs together have a thousand.
    {
      name: 'patients of all labs, page 1000',
      product: get(() => `${API}/patient/getAll?limit=10&page=1000`, as('admin')),
    },
    list('patients, filtered', 'status=incomplete'),
    list('search, rare', 'search=tenzin%20chaudhry', `/search?lab=${lab}&text=tenzin%20chaudhry`),
    list('search, common', 'search=khan', `/search?lab=${lab}&text=khan`),
    list('search, 2 letters', 'search=al'),
    list('search, phone', 'search=5012345', `/search?lab=${lab}&text=5012345`),
    list(
      'search, ZL id',
      `search=ZL-${samples.patientIds[0]}`,
      `/search?lab=${lab}&text=zl-${samples.patientIds[0]}`,
    ),
    list('search, misspelled', 'search=tenzin%20chaudry', `/search?lab=${lab}&text=tenzin%20chaudry`),
    {
      name: 'patient by id',
      product: get(() => `${API}/patient/getById/${patient()}`, as('doctor')),
      floor: get(() => `/patient?id=${patient()}&lab=${lab}`),
      floorKind: 'sql',
    },
    {
      name: 'reports',
      product: get(() => `${API}/report/getAll?limit=10`, as('doctor')),
      floor: get(() => `/reports?lab=${lab}`),
      floorKind: 'sql',
    },
    {
      name: 'reports of a type',
      product: get(() => `${API}/report/getAll?limit=10&reportTypeId=3`, as('doctor')),
      floor: get(() => `/reports?lab=${lab}&type=3`),
      floorKind: 'sql',
    },
    {
      name: 'report by id',
      product: get(() => `${API}/report/getById/${report()}`, as('doctor')),
      floor: get(() => `/report?id=${report()}&lab=${lab}`),
      floorKind: 'sql',
    },
    { name: 'awaited visits', product: get(() => `${API}/visit/getAwaited?limit=10`, as('doctor')) },
    {
      name: 'reports that await release',
      product: get(() => `${API}/release/getAll?limit=10`, as('doctor')),
    },
    { name: 'critical results', product: get(() => `${API}/critical/getAll?limit=10`, as('doctor')) },
    { name: 'insights, 30 days', product: get(() => `${API}/insights/figures`, as('doctor')) },
    {
      name: 'insights of the Admin, 3 years',
      product: get(() => `${API}/insights/figures?fromDate=${threeYearsAgo}`, as('admin')),
    },
    {
      name: 'activity log',
      product: get(() => `${API}/activity/getAll?limit=10`, as('admin')),
      floor: get(() => '/activity'),
      floorKind: 'sql',
    },
    ...listFhirOperations({
      samples,
      systems,
      staticFolder,
      publisher: { origin, cookie: cookies.technician, patientId: samples.patientIds[0] ?? 1 },
    }),
    {
      name: 'phone check',
      product: always(() => ({
        method: 'POST',
        path: `${API}/patient/checkPhone`,
        ...asJson({ phone: phone() }, writer('doctor')),
      })),
      floor: always(() => ({ method: 'POST', path: '/phone', ...asJson({ phone: phone(), lab }) })),
      floorKind: 'sql',
    },
    {
      name: 'register a patient',
      product: always(() => {
        const { name, email, phone: number } = newcomer()
        const address = { line1: '1 Bench Road', city: 'Dubai' }
        const fields = { fullName: name, email, phone: number, dob: '1990-05-05', gender: 'FEMALE', address }
        return { method: 'POST', path: `${API}/user/patient/onboarding`, ...asJson(fields, writer('doctor')) }
      }),
      floor: always(() => ({
        method: 'POST',
        path: '/register',
        ...asJson({ ...newcomer(), lab, user: userIds.doctor }),
      })),
      floorKind: 'sql',
    },
    {
      name: 'publish a report',
      product: always(() => {
        const patientId = patient()
        const fileUrl = `${API}/report/file/${uploads()}`
        return {
          method: 'POST',
          path: `${API}/user/uploadPatientReportFile/${patientId}`,
          ...asJson({ title: 'Bench report', reportTypeId: 1, patientId, fileUrl }, writer('technician')),
        }
      }),
      floor: always(() => ({
        method: 'POST',
        path: '/publish',
        ...asJson({ file: floorUploads(), patient: patient(), lab, user: userIds.technician }),
      })),
      floorKind: 'sql',
    },
    {
      name: 'download 200 kB',
      product: get(() => files.small, as('doctor')),
      floor: get(() => '/small.pdf'),
      floorKind: 'static',
    },
    {
      name: 'download 10 MB',
      product: get(() => files.large, as('doctor')),
      floor: get(() => '/large.pdf'),
      floorKind: 'static',
    },
    {
      // No floor: the time is bound by Argon2id, off the event loop.
      name: 'sign-in',
      product: always(() => ({
        method: 'POST',
        path: `${API}/auth/user/login`,
        ...asJson({ email: benchEmail('Doctor', colleague()), password: BENCH_PASSWORD }, { origin }),
      })),
    },
    {
      name: 'upload 200 kB',
      product: always(() => ({
        method: 'POST',
        path: `${API}/report/uploadReportFile`,
        headers: { ...writer('technician'), ...upload.headers },
        body: upload.body,
      })),
      floor: always(() => ({ method: 'POST', path: '/upload', ...upload })),
      prepare: () => deleteUploads(filesFolder),
      // The maximum of concurrent file checks per user.
      mostConnections: 16,
    },
  ]
}
