import { createHash } from 'node:crypto'
import type { ChangeType } from '@zelab/contract'
import { escapeText, hl7Day, hl7Moment, segmentOf } from '../../../platform/hl7/hl7-text.ts'
import { CHANGE_KINDS } from './change-to-send.ts'
import type { Hl7Content } from './hl7-content.ts'

export interface Hl7Route {
  sendingApplication: string
  sendingFacility: string
  receivingApplication: string
  receivingFacility: string
  /** Assigns record numbers and ids of patients. */
  assigningAuthority: string
  processingId: 'T' | 'P'
}

export interface Hl7File {
  mediaType: string
  content: Uint8Array
}

const LABORATORY_REPORT = '11502-2^Laboratory report^LN'
const GENDERS = { MALE: 'M', FEMALE: 'F', OTHER: 'O' } as const

const CONTROL_ID_LENGTH = 20

/** The same for every try of a sending, another one after a restore or for a replay. */
export const controlIdOf = (sendingId: number, changeId: string): string =>
  createHash('sha256').update(`${changeId}.${sendingId}`).digest('hex').slice(0, CONTROL_ID_LENGTH)

/** Names are kept whole, as they are shown: which part is the family name is not known. */
const nameOf = (fullName: string): string => `${escapeText(fullName)}^^^^^^D`

const authorityOf = (authority: string): string => authority.split('&').map(escapeText).join('&')

const dataOf = ({ mediaType, content }: Hl7File): string => {
  const [kind = '', subtype = ''] = mediaType.split('/')
  const base64 = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64')
  return `^${kind}^${subtype.toUpperCase()}^Base64^${base64}`
}

const headerOf = (route: Hl7Route, controlId: string, now: Date): string =>
  // The first field is the separator itself.
  segmentOf(String.raw`MSH|^~\&`, {
    1: escapeText(route.sendingApplication),
    2: escapeText(route.sendingFacility),
    3: escapeText(route.receivingApplication),
    4: escapeText(route.receivingFacility),
    5: hl7Moment(now),
    7: 'ORU^R01^ORU_R01',
    8: controlId,
    9: route.processingId,
    10: '2.5.1',
    16: 'UNICODE UTF-8',
  })

const patientOf = (report: Hl7Content, authority: string): string => {
  const { emrId, nationalId, patientId, gender } = report
  const identifiers = [
    emrId === null ? '' : `${escapeText(emrId)}^^^${authority}^MR`,
    nationalId === null ? '' : `${escapeText(nationalId)}^^^^NI`,
    `patient-${patientId}^^^${authority}^PI`,
  ]
  return segmentOf('PID', {
    1: '1',
    3: identifiers.filter(Boolean).join('~'),
    5: nameOf(report.fullName),
    7: hl7Day(report.dateOfBirth),
    8: gender === null ? 'U' : GENDERS[gender],
    13: escapeText(report.phone),
  })
}

const messageOf = (segments: readonly string[]): Buffer => Buffer.from(`${segments.join('\r')}\r`, 'utf8')

/** ORU^R01 with the report. Without a file, it says that the report no longer holds. */
export const buildReportMessage = (
  route: Hl7Route,
  report: Hl7Content,
  {
    controlId,
    type,
    file,
    now,
  }: { controlId: string; type: ChangeType; file: Hl7File | undefined; now: Date },
): Buffer => {
  const status = report.isCorrection ? 'C' : 'F'
  const kind = CHANGE_KINDS[type]
  const title = escapeText(report.typeTitle)
  const number = String(report.reportId)
  const order = escapeText(report.orderNumber ?? '')
  const { referrerName, referrerLicense, releaserName, collectedAt, collectedOn } = report
  return messageOf([
    headerOf(route, controlId, now),
    patientOf(report, authorityOf(route.assigningAuthority)),
    segmentOf('ORC', { 1: 'RE', 2: order, 3: number }),
    segmentOf('OBR', {
      1: '1',
      2: order,
      3: number,
      4: `${report.typeId}^${title}^L${report.loinc === null ? '' : `^${report.loinc}^${title}^LN`}`,
      7: collectedAt === null ? hl7Day(collectedOn ?? '') : hl7Moment(collectedAt),
      16: referrerName === null ? '' : `${escapeText(referrerLicense ?? '')}^${escapeText(referrerName)}`,
      22: hl7Moment(report.changedAt),
      24: 'LAB',
      25: status,
      32: releaserName === null ? '' : `&${escapeText(releaserName)}`,
    }),
    segmentOf('OBX', {
      1: '1',
      2: 'ED',
      3: LABORATORY_REPORT,
      5: file ? dataOf(file) : '',
      8: file && report.isCritical ? 'AA' : '',
      11: kind.makesCurrent ? status : kind.resultStatus,
    }),
  ])
}

/** Says that it is a test, about no one. */
export const buildTestMessage = (route: Hl7Route, controlId: string, now: Date): Buffer =>
  messageOf([
    headerOf({ ...route, processingId: 'T' }, controlId, now),
    segmentOf('PID', { 1: '1', 3: 'TEST', 5: nameOf('Test Connection') }),
    segmentOf('OBR', { 1: '1', 3: 'TEST', 4: 'TEST^Test of the connection^L', 25: 'F' }),
    segmentOf('OBX', {
      1: '1',
      2: 'TX',
      3: 'TEST^Test of the connection^L',
      5: 'Test of the connection',
      11: 'F',
    }),
  ])
