import { createHash } from 'node:crypto'
import type { ReceivedHook } from '../../apps/api/src/testing/receivers.ts'

/** The content of one message about a report. */
export interface Received {
  /** The same when the message is repeated. */
  id: string
  report: number
  state: 'available' | 'withdrawn' | 'suspended' | 'removed'
  /** Type of the event, or OBR-25 and OBX-11. */
  type: string
  /** HL7 has none, but a file. */
  version?: number
  /** SHA-256. */
  file?: string
  patient?: number
}

const STATES: Record<string, Received['state']> = {
  ...{ 'report.withdrawn': 'withdrawn', 'report.suspended': 'suspended', 'report.removed': 'removed' },
  ...{ W: 'withdrawn', X: 'suspended', D: 'removed' },
}
const stateOf = (code: string) => STATES[code] ?? 'available'

export const readEvent = (
  id: string,
  { type, data }: Pick<ReceivedHook['body'], 'type' | 'data'>,
): Received => ({
  ...{ id, type, state: stateOf(type) },
  ...{ report: data.report, version: data.version },
})

export const readMessage = (id: string, message: string): Received => {
  const segments = message.split('\r').map((line) => line.split('|'))
  const field = (name: string, position: number) =>
    segments.find(([first]) => first === name)?.[position] ?? ''
  const status = field('OBX', 11)
  const content = field('OBX', 5).split('^')[4]
  const file = content && createHash('sha256').update(Buffer.from(content, 'base64')).digest('hex')
  return {
    ...{ id, type: `${field('OBR', 25)} ${status}`, state: stateOf(status) },
    ...{ report: Number(field('OBR', 3)), patient: Number(/patient-(\d+)/.exec(field('PID', 3))?.[1]) },
    ...(file && { file }),
  }
}
