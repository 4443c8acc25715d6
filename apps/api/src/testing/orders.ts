import { expect } from 'vitest'
import type { Visit } from '@zelab/contract'
import { sure, type ApiClient } from './api-client.ts'
import { SILENT_MAIL_SERVER, useCritical } from './critical.ts'
import { msh, segments } from './hl7-messages.ts'
import { decideItem, listInbox, reportPdf } from './inbox.ts'
import { type TestApp, type TestLab, useTestApp } from './test-app.ts'
import { addReportType, registerPatient } from './test-records.ts'

const PEER = { certificate: 'f'.repeat(64), address: '10.0.0.1' }

interface OrderPatient {
  emrId: string
  fullName: string
  dob: string
}

const segmentOf = (name: string, fields: Record<number, string>) =>
  [name, ...Array.from({ length: 26 }, (_, at) => fields[at + 1] ?? '')].join('|')

/** An OBR with its fields by number: the order number, and F as the status, unless others are given. */
export const orderOf = (number: string, fields: Record<number, string> = {}): string =>
  segmentOf('OBR', { 1: '1', 3: number, 4: 'CBC^Blood count', 25: 'F', ...fields })

export const potassium = (flag: string, status = 'F') =>
  `OBX|1|NM|K^Potassium||6.9|mmol/L|3.5-5.1|${flag}|||${status}`

/** A sender of orders of a lab. Messages are answered as over the network. */
const startOrders = async (
  app: TestApp,
  admin: ApiClient,
  labId: number,
  changes: { publishesAutomatically?: boolean; publisherId?: number } = {},
) => {
  sure(
    await admin.post(`/lab/addInboxSource/${labId}`, {
      ...{ kind: 'hl7', name: 'LIS', isOn: true, publishesAutomatically: false, ...changes },
      ...{ certificate: PEER.certificate, addresses: [PEER.address] },
    }),
  )
  return {
    /** Returns the code of the answer. */
    async send({ emrId, fullName, dob }: OrderPatient, ...lines: string[]): Promise<string> {
      const [given = '', ...family] = fullName.split(' ')
      const pid = `PID|1||${emrId}^^^LIS^MR||${family.join(' ')}^${given}||${dob.replaceAll('-', '')}`
      const message = segments(msh(), pid, ...lines)
      const answer = await app.services.hl7Messages.answer(PEER, Buffer.from(message))
      return /MSA\|(\w\w)/.exec(answer?.toString() ?? '')?.[1] ?? ''
    },
  }
}

/** An OBX with a new file, to be sent once or again. */
export const fileOf = async ({ emrId, fullName, dob }: OrderPatient, status = 'F'): Promise<string> => {
  const pdf = await reportPdf(`Patient: ${fullName}`, `DOB: ${dob}`, `EMR ID: ${emrId}`)
  return `OBX|2|ED|PDF^Report||^application^PDF^Base64^${pdf.toString('base64')}||||||${status}`
}

export const [ANNA, BASHIR, CARLA] = [
  { emrId: 'EMR-CASE-A', fullName: 'Anna Keller', dob: '1970-01-02' },
  { emrId: 'EMR-CASE-B', fullName: 'Bashir Noor', dob: '1985-03-04' },
  { emrId: 'EMR-CASE-C', fullName: 'Carla Rossi', dob: '1960-05-06' },
] as const

/** A lab that receives orders of ANNA, BASHIR and CARLA, its patients. Await it at the top of a test file. */
export const useOrders = async () => {
  const app = await useTestApp({ hl7Port: 2575, smtpUrl: SILENT_MAIL_SERVER })
  const admin = await app.signedIn('Admin')
  const type = await addReportType(admin)
  const ids = new Map<OrderPatient, number>()
  let lab: TestLab
  let technician: ApiClient
  let orders: Awaited<ReturnType<typeof startOrders>>

  const idOf = (patient: OrderPatient) => ids.get(patient) ?? 0
  return {
    app,
    admin,
    type,
    idOf,
    /** The others are about the newest lab. */
    async startLab() {
      lab = await app.createLab()
      const signedIn = await app.signedIn('Technician', lab)
      technician = signedIn
      await app.database.execute('update inbox_sources set removed_at = now() where removed_at is null')
      const rules = [{ field: 'any', reportTypeId: type, title: 'Blood count' }]
      sure(await admin.put(`/lab/updateInboxSettings/${lab.id}`, { rules }))
      const publisher = { publishesAutomatically: true, publisherId: signedIn.user.id }
      orders = await startOrders(app, admin, lab.id, publisher)
      for (const patient of [ANNA, BASHIR, CARLA])
        ids.set(patient, await registerPatient(technician, { ...patient }))
      await useCritical(admin, lab.id)
      return { lab, technician }
    },
    send: async (patient: OrderPatient, ...lines: string[]) =>
      expect(await orders.send(patient, ...lines)).toBe('AA'),
    async only() {
      const items = await listInbox(technician)
      expect(items).toHaveLength(1)
      const [item] = items
      if (!item) throw new Error('Nothing was received')
      return item
    },
    run: (itemId: number) => app.services.automaticPublishing.run({ itemId }),
    publish: (patient: OrderPatient, itemId: number, changes: object = {}) =>
      decideItem(technician, `/inbox/publish/${itemId}`, {
        ...{ patientId: idOf(patient), reportTypeId: type, title: 'Blood count' },
        ...changes,
      }),
    useVisits: async () =>
      sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true })) as object,
    visitsOf: async (patient: OrderPatient): Promise<Visit[]> =>
      (await technician.get(`/visit/getByPatientId/${idOf(patient)}`)).body.data,
  }
}
