import { sure, type ApiClient } from './api-client.ts'
import { storeProvider, storeProviderLink } from './stored-providers.ts'
import { TEST_SECRET, type TestApp } from './test-app.ts'
import { addReportType, patientFields, publishReport, registerPatient } from './test-records.ts'

export type Fields = Record<string, unknown>

interface UpdateCall {
  client: ApiClient
  path: string
  body: Fields
  notStored?: string[]
}

/** For each update, a request that changes every field of its record. */
export const createUpdateCalls = async (app: TestApp): Promise<Record<string, UpdateCall>> => {
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
  // Its staff cannot sign in any more.
  const hospital = await app.createLab()
  const providerId = await storeProvider(app, { labId: hospital.id, key: TEST_SECRET })
  for (const role of ['Doctor', 'Technician'] as const)
    await storeProviderLink(app, providerId, await app.createUser(role, hospital))
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
  return {
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
      notStored: ['currentPassword', 'code', 'passkey', 'provider'],
    },
    'preferences.update': {
      client: doctor,
      path: '/user/preferences',
      body: {
        patientColumns: ['id', 'fullName'],
        reportColumns: ['title', 'patient'],
        savedFilters: [{ list: 'reports', name: 'Critical', query: 'mark=critical' }],
      },
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
            name: 'Ramadan',
            fromDate: '2026-02-18',
            toDate: '2026-03-19',
            hours: { from: '09:00', to: '14:30' },
          },
        ],
      },
    },
    'critical.updateCriticalSettings': {
      client: admin,
      path: `/lab/updateCriticalSettings/${lab.id}`,
      body: {
        isOn: true,
        targetMinutes: 60,
        halfwayUserIds: [technician.user.id],
        overdueUserIds: [doctor.user.id],
      },
    },
    'visits.updateVisit': {
      client: doctor,
      path: `/visit/update/${visitId}`,
      body: {
        reportTypeIds: [typeId],
        reportIds: [reportId],
        referrerId: referrer.id,
        note: 'Fasting',
        orderNumber: 'O-7',
        collectedAt: '2026-01-02T08:00:00.000Z',
        receivedAt: '2026-01-02T09:00:00.000Z',
        promisedAt: '2026-01-03T09:00:00.000Z',
        payment: 'waived',
        waiverReason: 'Staff member',
      },
    },
    'visits.updateReferrer': {
      client: doctor,
      path: `/referrer/update/${referrer.id}`,
      body: {
        kind: 'doctor',
        name: 'Dr. Sara Nasser',
        phone: '+971501112223',
        email: 'sara@mail.test',
        licenseNumber: 'DHA-1',
        note: 'Extension 12 at night',
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
        linkDays: 9,
        isAutomatic: true,
        quietFromHour: 21,
        quietUntilHour: 7,
        senderName: 'HarborLab',
        adultAge: 19,
        slipPaper: 'roll-80',
      },
    },
    'providers.updateLabSignIn': {
      client: admin,
      path: `/lab/updateSignIn/${hospital.id}`,
      body: { rule: 'provider' },
    },
    'letterheads.updateLetterhead': {
      client: admin,
      path: `/lab/updateLetterhead/${lab.id}`,
      body: {
        isUsed: true,
        accreditation: 'EIAC 15189-042',
        corner: 'top-left',
        marginX: 12,
        marginY: 13,
        showsSignature: false,
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
        supportEmail: 'help@mail.test',
        supportPhone: '+97145551234',
        supportHours: 'Sunday to Friday',
        uploadLimitMb: 31,
        retentionYears: 27,
        productName: 'Harbor Reports',
        timeZone: 'Asia/Muscat',
        dateOrder: 'mdy',
        defaultPageSize: 50,
        country: 'OM',
      },
    },
    'settings.updateSecurity': {
      client: admin,
      path: '/settings/security',
      body: {
        idleMinutes: 43,
        absoluteHours: 11,
        secondFactorRoles: ['Receptionist'],
        passkeyRoles: ['Technician'],
        passkeysFrom: '2099-03-01',
        signInAttempts: 17,
        signInAttemptsPerAddress: 47,
        signInWindowMinutes: 23,
      },
    },
  }
}
