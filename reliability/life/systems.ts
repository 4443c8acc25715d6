import { createHash } from 'node:crypto'
import type { ApiClient } from '../../apps/api/src/testing/api-client.ts'
import { LOCALHOST_TLS } from '../../apps/api/src/testing/localhost-certificate.ts'
import {
  acknowledgment,
  NO_ANSWER,
  startHl7Receiver,
  startHookServer,
} from '../../apps/api/src/testing/receivers.ts'
import type { Installation } from './installation.ts'
import type { Reach } from './oracle.ts'
import { ask } from './requests.ts'
import type { Lab } from './world.ts'

/** The last that a receiver accepted about a report. */
export interface Heard {
  type: string
  at: number
  version?: number
  /** Segments of HL7 by name, with their fields. */
  segments?: Map<string, string[]>
  /** SHA-256. */
  file?: string
}

/** A message, whether or not its receiver answered that it took it. */
export interface Message {
  id: string
  report: number
  /** The same whenever the message is repeated. */
  content: string
  hasFile: boolean
  at: number
}

export interface Receiver {
  id: number
  name: string
  kind: 'webhook' | 'hl7'
  reach: Reach
  heard: Map<number, Heard>
  messages: Message[]
  isPaused: boolean
}

/** Takes a message, refuses it for now, or takes it and breaks the connection, so that it is repeated. */
const moodOf = (random: () => number): 'takes' | 'refuses' | 'breaks' => {
  const mood = random()
  if (mood < 0.05) return 'refuses'
  return mood < 0.08 ? 'breaks' : 'takes'
}

const readMessage = (message: string): Heard & { report: number } => {
  const text = Buffer.from(message, 'latin1').toString('utf8')
  const segments = new Map(
    text.split('\r').map((line): [string, string[]] => [line.slice(0, 3), line.split('|')]),
  )
  const field = (name: string, position: number) => segments.get(name)?.[position] ?? ''
  const content = field('OBX', 5).split('^')[4]
  return {
    ...{ report: Number(field('OBR', 3)), type: field('OBX', 11), at: Date.now(), segments },
    ...(content && { file: createHash('sha256').update(Buffer.from(content, 'base64')).digest('hex') }),
  }
}

const startWebhook = async (random: () => number) => {
  const heard = new Map<number, Heard>()
  const messages: Message[] = []
  const { state, url, stop } = await startHookServer()
  state.onRequest = async ({ headers, body: { type, data } }) => {
    await Promise.resolve()
    const mood = moodOf(random)
    const at = Date.now()
    const { report, version } = data
    messages.push({
      ...{ id: String(headers['webhook-id']), report, at, hasFile: false },
      content: `${type} of version ${version}`,
    })
    if (mood !== 'refuses') heard.set(report, { type, at, version })
    state.status = mood === 'takes' ? 204 : mood === 'refuses' ? 503 : NO_ANSWER
  }
  return { heard, messages, stop, address: { kind: 'webhook', url, ca: LOCALHOST_TLS.cert } }
}

const startHl7 = async (random: () => number, certificates: Installation['certificates']) => {
  const heard = new Map<number, Heard>()
  const messages: Message[] = []
  const { state, ca, port, stop } = await startHl7Receiver(certificates)
  state.answer = (controlId, message) => {
    const mood = moodOf(random)
    const { report, ...told } = readMessage(message)
    messages.push({
      ...{ id: controlId, report, at: told.at, hasFile: told.file !== undefined },
      content: `${told.type} with file ${told.file ?? ''}`,
    })
    if (mood === 'refuses') return acknowledgment('AE', controlId)
    heard.set(report, told)
    return mood === 'breaks' ? undefined : acknowledgment('AA', controlId)
  }
  const address = { kind: 'hl7', host: '127.0.0.1', port, ca, serverName: 'localhost', processingId: 'P' }
  return { heard, messages, stop, address }
}

const COMMON = { purpose: 'Treatment', country: 'AE' }
const SCOPES = ['system/DiagnosticReport.rs', 'system/Patient.rs', 'system/Organization.r']

/** A system that reads the interface for systems. */
export interface Reader {
  name: string
  reach: Reach
  key: string
}

/** Connects systems of other organizations with each lab: of the whole lab, of a clinic, and of one that gets sensitive ones. */
export const connectSystems = async (
  admin: ApiClient,
  labs: readonly Lab[],
  { certificates }: Pick<Installation, 'certificates'>,
  random: () => number,
) => {
  const receivers: Receiver[] = []
  const readers: Reader[] = []
  const stops: (() => Promise<void>)[] = []
  const addReceiver = async (
    { id: labId, referrers }: Lab,
    { isReferrer, includesSensitive }: { isReferrer: boolean; includesSensitive: boolean },
    { address, ...started }: Awaited<ReturnType<typeof startWebhook | typeof startHl7>>,
  ) => {
    const referrerId = isReferrer ? referrers[0]?.id : undefined
    const name = `${address.kind} of ${isReferrer ? 'a clinic' : 'all'}, lab ${labId}`
    const { id } = await ask(admin, 'POST', `/integration/addReceiver/${labId}`, {
      ...{ ...COMMON, ...address, name, includesSensitive },
      reach: referrerId === undefined ? { kind: 'lab' } : { kind: 'referrer', id: referrerId },
    })
    const reach = { labId, includesSensitive, ...(referrerId !== undefined && { referrerId }) }
    receivers.push({
      ...started,
      ...{ id: id as number, name, reach, isPaused: false },
      kind: address.kind as Receiver['kind'],
    })
    stops.push(started.stop)
  }
  const addReader = async ({ id: labId, referrers }: Lab, isReferrer: boolean) => {
    const referrerId = isReferrer ? referrers[0]?.id : undefined
    const name = `FHIR of ${isReferrer ? 'a clinic' : 'all'}, lab ${labId}`
    const { secret } = await ask(admin, 'POST', `/integration/addClient/${labId}`, {
      ...{ ...COMMON, name, days: 30, scopes: SCOPES, includesSensitive: !isReferrer },
      reach: referrerId === undefined ? { kind: 'lab' } : { kind: 'referrer', id: referrerId },
    })
    const reach = { labId, includesSensitive: !isReferrer, ...(referrerId !== undefined && { referrerId }) }
    readers.push({ name, reach, key: secret as string })
  }
  for (const lab of labs) {
    await addReceiver(lab, { isReferrer: false, includesSensitive: true }, await startWebhook(random))
    await addReceiver(lab, { isReferrer: true, includesSensitive: false }, await startWebhook(random))
    await addReceiver(
      lab,
      { isReferrer: false, includesSensitive: false },
      await startHl7(random, certificates),
    )
    await addReceiver(
      lab,
      { isReferrer: true, includesSensitive: false },
      await startHl7(random, certificates),
    )
    await addReader(lab, false)
    await addReader(lab, true)
  }
  return { receivers, readers, stop: () => Promise.all(stops.map((stop) => stop())) }
}
export type Systems = Awaited<ReturnType<typeof connectSystems>>
