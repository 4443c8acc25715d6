import { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { sure, type ApiAnswer, type ApiClient } from '../testing/api-client.ts'
import { endpoints } from '../testing/endpoints.ts'
import { jsonSchemaOf } from '../testing/hostile-values.ts'
import { SILENT_MAIL_SERVER } from '../testing/critical.ts'
import { useTestApp } from '../testing/test-app.ts'
import { addReportType, patientFields, publishReport, registerPatient } from '../testing/test-records.ts'

const updates = endpoints.filter(([, { method }]) => method === 'PUT')

/** Updates in which an omitted field has a meaning. */
const COMPLETE: Readonly<Record<string, string>> = {
  'auth.changePassword': 'The new password is the only stored field.',
  'release.correct':
    'The report awaits release with exactly these fields; the file stays unless one is named.',
  'reports.amend': 'A new version is published with exactly these fields; the earlier version stays.',
  'delegates.changeDelegate': 'Another person replaces the delegate, whose contacts must not be used.',
  'messageTemplates.saveMessageTemplate': 'Without a text the lab returns to the built-in one.',
}

type Fields = Record<string, unknown>
const calls: Record<string, { client: ApiClient; path: string; body: Fields; notStored?: string[] }> = {}

const app = await useTestApp({
  ...{ inboxRoot: '/srv/inbox', hl7Port: 2575 },
  smtpUrl: SILENT_MAIL_SERVER,
})
const admin = await app.signedIn('Admin')
const lab = await app.createLab()
const technician = await app.signedIn('Technician', lab)
const doctor = await app.signedIn('Doctor', lab)
const typeId = await addReportType(admin)
const patientId = await registerPatient(doctor)
const staff = await app.createUser('Receptionist', lab)
sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
const referrer = sure(
  await doctor.post(`/lab/addReferrer/${lab.id}`, { kind: 'clinic', name: 'Palm Clinic' }),
)
const { id: visitId } = sure(await doctor.post(`/visit/create/${patientId}`, {}))
const { id: reportId } = await publishReport(doctor, patientId, typeId)
const source = {
  kind: 'hl7',
  name: 'Analyzer',
  isOn: true,
  publishesAutomatically: false,
  publisherId: technician.user.id,
  certificate: 'ab'.repeat(32),
  addresses: ['10.1.2.3'],
  charset: 'windows-1256',
}
const { id: sourceId } = sure(await admin.post(`/lab/addInboxSource/${lab.id}`, source))
Object.assign(calls, {
  'users.update': {
    client: admin,
    path: `/user/update/${staff.id}`,
    body: {
      name: 'Noura Saleh',
      email: 'noura.saleh@mail.test',
      phone: '+971501234999',
      userTypeId: 3,
      labId: lab.id,
    },
    notStored: ['currentPassword', 'code'],
  },
  'preferences.update': {
    client: doctor,
    path: '/user/preferences',
    body: { patientColumns: ['id', 'fullName'], reportColumns: ['title', 'patient'] },
  },
  'patients.update': {
    client: doctor,
    path: `/patient/update/${patientId}`,
    body: {
      ...patientFields({ fullName: 'Layla Mansour', nationalId: '784199012345676' }),
      registrationType: 'Referral',
    },
  },
  'labs.update': {
    client: admin,
    path: `/lab/update/${lab.id}`,
    body: {
      name: 'Harbor Lab',
      address: { line1: '7 Quay Road', city: 'Sharjah' },
      email: 'harbor@mail.test',
      phone: '+97165551234',
    },
  },
  'reportTypes.update': {
    client: doctor,
    path: `/report/updateReportType/${typeId}`,
    body: { title: 'Genetics', description: 'Sent to another lab', isSensitive: true, loinc: '11502-2' },
  },
  'release.updateReleaseSettings': {
    client: admin,
    path: `/lab/updateReleaseSettings/${lab.id}`,
    body: { twoPersons: 'types', reportTypeIds: [typeId], techniciansRelease: true, allowsAlone: true },
  },
  'visits.updateVisitSettings': {
    client: admin,
    path: `/lab/updateVisitSettings/${lab.id}`,
    body: { isOn: true, holdsUnpaid: true, givesLinks: true },
  },
  'turnaround.updateSettings': {
    client: admin,
    path: `/lab/updateTurnaround/${lab.id}`,
    body: {
      targets: [{ reportTypeId: typeId, minutes: 90 }],
      week: [{ from: '08:00', to: '17:00' }, ...Array.from({ length: 6 }, () => null)],
      holidays: [{ date: '2026-12-02', name: 'National Day', hours: null }],
      seasons: [
        {
          ...{ name: 'Ramadan', fromDate: '2026-02-18', toDate: '2026-03-19' },
          hours: { from: '09:00', to: '14:30' },
        },
      ],
    },
  },
  'critical.updateCriticalSettings': {
    client: admin,
    path: `/lab/updateCriticalSettings/${lab.id}`,
    body: {
      ...{ isOn: true, targetMinutes: 60 },
      ...{ halfwayUserIds: [technician.user.id], overdueUserIds: [doctor.user.id] },
    },
  },
  'visits.updateVisit': {
    client: doctor,
    path: `/visit/update/${visitId}`,
    body: {
      ...{
        reportTypeIds: [typeId],
        reportIds: [reportId],
        referrerId: referrer.id,
        note: 'Fasting',
        orderNumber: 'O-7',
      },
      ...{ collectedAt: '2026-01-02T08:00:00.000Z', receivedAt: '2026-01-02T09:00:00.000Z' },
      ...{ promisedAt: '2026-01-03T09:00:00.000Z', payment: 'waived', waiverReason: 'Staff member' },
    },
  },
  'visits.updateReferrer': {
    client: doctor,
    path: `/referrer/update/${referrer.id}`,
    body: {
      ...{ kind: 'doctor', name: 'Dr. Sara Nasser', phone: '+971501112223' },
      ...{ email: 'sara@mail.test', licenseNumber: 'DHA-1', note: 'Extension 12 at night' },
    },
  },
  'deliveries.updatePatientDelivery': {
    client: doctor,
    path: `/patient/updateDelivery/${patientId}`,
    body: { language: 'ar', consents: { email: true, sms: true, whatsapp: true } },
  },
  'deliveries.updateLabSettings': {
    client: admin,
    path: `/lab/updateDeliverySettings/${lab.id}`,
    body: {
      ...{ linkDays: 9, isAutomatic: true, quietFromHour: 21, quietUntilHour: 7 },
      ...{ senderName: 'HarborLab', adultAge: 19 },
    },
  },
  'letterheads.updateLetterhead': {
    client: admin,
    path: `/lab/updateLetterhead/${lab.id}`,
    body: {
      ...{ isUsed: true, accreditation: 'EIAC 15189-042', corner: 'top-left' },
      ...{ marginX: 12, marginY: 13, showsSignature: false },
    },
  },
  'inbox.updateSettings': {
    client: admin,
    path: `/lab/updateInboxSettings/${lab.id}`,
    body: {
      fileNamePattern: '{emrId}_{name}',
      rules: [{ field: 'text', contains: 'Glucose', reportTypeId: typeId, title: 'Glucose' }],
    },
  },
  'inbox.updateSource': {
    client: admin,
    path: `/lab/updateInboxSource/${lab.id}/${sourceId}`,
    body: source,
    notStored: ['folder'],
  },
  'messageTemplates.saveMessageTemplate': {
    client: admin,
    path: `/lab/saveMessageTemplate/${lab.id}`,
    body: { language: 'en', purpose: 'withdrawn', template: 'A report of {lab} was withdrawn.' },
  },
  'settings.updateGeneral': {
    client: admin,
    path: '/settings/general',
    body: {
      ...{ supportEmail: 'help@mail.test', supportPhone: '+97145551234', supportHours: 'Sunday to Friday' },
      ...{ uploadLimitMb: 31, retentionYears: 27, productName: 'Harbor Reports', timeZone: 'Asia/Muscat' },
      ...{ dateOrder: 'mdy', defaultPageSize: 50, country: 'OM' },
    },
  },
  'settings.updateSecurity': {
    client: admin,
    path: '/settings/security',
    body: {
      ...{ idleMinutes: 43, absoluteHours: 11, secondFactorRoles: ['Receptionist'] },
      ...{ signInAttempts: 17, signInAttemptsPerAddress: 47, signInWindowMinutes: 23 },
    },
  },
})

const namesIn = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? [name, ...Object.keys(value).map((inner) => `${name}.${inner}`)]
      : [name],
  )

const withValue = (fields: Fields, name: string, value: unknown): Fields => {
  const [outer = '', inner] = name.split('.')
  return { ...fields, [outer]: inner ? { ...(fields[outer] as Fields), [inner]: value } : value }
}

const recordIn = (answer: ApiAnswer): Fields => {
  const { updatedAt: _, ...record } = sure(answer) as Fields
  return record
}

describe.each(updates.filter(([name]) => !COMPLETE[name]))('%s', (name, { body: schema }) => {
  const callOf = () => {
    const call = calls[name]
    if (!call || !schema) throw new Error(`Add the update ${name} to this test`)
    const { client, path, body } = call
    const accepts = (fields: Fields) => z.safeParse(schema, JSON.parse(JSON.stringify(fields))).success
    const isOptional = (field: string) => accepts(withValue(body, field, undefined))
    return {
      ...call,
      accepts,
      optional: namesIn(body).filter(isOptional),
      put: (fields: Fields) => client.put(path, fields),
    }
  }

  it('stores every field [RULE-90]', async () => {
    const { body, notStored = [], put } = callOf()
    const known = Object.keys(jsonSchemaOf(schema as z.core.$ZodType).properties ?? body)
    const stored = known.filter((field) => field !== 'updatedAt')
    expect([...Object.keys(body), ...notStored].toSorted()).toEqual(stored.toSorted())
    const answer = JSON.stringify(recordIn(await put(body)))
    for (const value of Object.values(body).flatMap((one) =>
      typeof one === 'object' ? Object.values(one ?? {}) : one,
    ))
      if (typeof value !== 'object') expect(answer).toContain(JSON.stringify(value))
  })

  it('leaves fields that are absent from the request as they are [RULE-90]', async () => {
    const { body, optional, put } = callOf()
    const stored = recordIn(await put(body))
    for (const field of optional)
      expect(recordIn(await put(withValue(body, field, undefined))), field).toEqual(stored)
  })

  it('accepts its required fields alone [RULE-90]', async () => {
    const { body, optional, put } = callOf()
    const stored = recordIn(await put(body))
    const required = optional.reduce((fields, field) => withValue(fields, field, undefined), body)
    expect(recordIn(await put(required))).toEqual(stored)
  })

  it('clears optional text that is sent empty [RULE-91]', async () => {
    const { body, accepts, optional, put } = callOf()
    for (const field of optional.filter((one) => accepts(withValue(body, one, '')))) {
      const stored = recordIn(await put(body))
      for (const empty of ['', null])
        expect(recordIn(await put(withValue(body, field, empty))), field).not.toEqual(stored)
    }
  })
})

it('is decided for every update [RULE-90]', () => {
  expect([...new Set([...Object.keys(calls), ...Object.keys(COMPLETE)])].toSorted()).toEqual(
    updates.map(([name]) => name).toSorted(),
  )
})

const isOfSettings = ([, { path }]: (typeof updates)[number]) =>
  path.startsWith('/lab/') || path.startsWith('/settings/')

describe.each(updates.filter(isOfSettings))('two savers of %s', (name, { body: schema }) => {
  const seenIn = ({ status, body }: ApiAnswer) => {
    expect(status).toBe(200)
    const seen = (body.data as Fields).updatedAt ?? body.updatedAt
    expect(seen).toEqual(expect.any(String))
    return seen as string
  }
  const callOf = () => {
    const { client, path, body } = calls[name] ?? { client: admin, path: '', body: {} }
    return { body, put: (fields: Fields) => client.put(path, fields) }
  }

  it('cannot overwrite each other from the same page [SETTINGS-40]', async () => {
    const { body, put } = callOf()
    const updatedAt = seenIn(await put(body))
    const answers = await Promise.all([put({ ...body, updatedAt }), put({ ...body, updatedAt })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('RECORD_CHANGED')
  })

  it('both keep the fields that each of them names [SETTINGS-41]', async () => {
    const { body, put } = callOf()
    const accepts = (fields: Fields) => z.safeParse(schema as z.ZodType, fields).success
    const flags = Object.keys(body).filter(
      (field) => typeof body[field] === 'boolean' && accepts({ [field]: true }),
    )
    const numbers = Object.keys(body).filter(
      (field) => typeof body[field] === 'number' && accepts({ [field]: Number(body[field]) + 1 }),
    )
    const [one, other] = [...flags, ...numbers]
    if (!one || !other) return
    await put(body)
    const valueOf = (field: string, round: number) =>
      typeof body[field] === 'boolean' ? round % 2 === 0 : Number(body[field]) + (round % 2)
    for (let round = 0; round < 10; round += 1) {
      const [first, second] = [valueOf(one, round), valueOf(other, round)]
      await Promise.all([put({ [one]: first }), put({ [other]: second })])
      expect(sure(await put({}))).toMatchObject({ [one]: first, [other]: second })
    }
  })
})
