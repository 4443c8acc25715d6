import { sure, type ApiClient } from './api-client.ts'
import { msh, segments } from './hl7-messages.ts'
import { reportPdf } from './inbox.ts'
import type { TestApp } from './test-app.ts'

const PEER = { certificate: 'f'.repeat(64), address: '10.0.0.1' }

export interface OrderPatient {
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
export const startOrders = async (
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
