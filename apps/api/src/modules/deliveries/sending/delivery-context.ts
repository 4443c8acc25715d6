import {
  todayIn,
  type DelegateKind,
  type DelegateRelation,
  type DeliveryHold,
  type Language,
  type SlipPaper,
} from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import type { LabScope } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import {
  findDeliveryContextRow,
  lockPatientOfReport,
  type LabTemplate,
  type DeliveryContextRow,
} from './delivery-context.repository.ts'

export interface ContactState {
  contact: string | null
  hasConsent: boolean
  isShared: boolean
}

/** The patient, or a guardian or delegate with access today. */
export interface Recipient {
  delegate: { id: number; kind: DelegateKind; fullName: string; relation: DelegateRelation } | null
  language: Language
  email: ContactState
  sms: ContactState
  whatsapp: ContactState
}

export interface SendingLab {
  id: number
  name: string
  phone: string | null
  senderName: string | null
  slipPaper: SlipPaper
  templates: LabTemplate[]
}

export interface DeliveryContext {
  report: {
    id: number
    version: number
    isWithdrawn: boolean
    isSensitive: boolean
    hold: DeliveryHold | null
  }
  patient: { id: number; fullName: string }
  lab: SendingLab
  linkDays: number
  self: Recipient
  delegates: Recipient[]
}

const toContext = (row: DeliveryContextRow): DeliveryContext => {
  const phone = { contact: row.phone, isShared: row.isPhoneShared }
  return {
    report: {
      id: row.reportId,
      version: row.version,
      isWithdrawn: row.isWithdrawn,
      isSensitive: row.isSensitive,
      hold: row.hold,
    },
    patient: { id: row.patientId, fullName: row.fullName },
    lab: {
      id: row.labId,
      name: row.labName,
      phone: row.labPhone,
      senderName: row.senderName,
      slipPaper: row.slipPaper,
      templates: row.templates,
    },
    linkDays: row.linkDays,
    self: {
      delegate: null,
      language: row.language,
      email: { contact: row.email, hasConsent: row.hasEmailConsent, isShared: row.isEmailShared },
      sms: { ...phone, hasConsent: row.hasSmsConsent },
      whatsapp: { ...phone, hasConsent: row.hasWhatsappConsent },
    },
    delegates: row.delegates.map(
      ({ language, email, isEmailShared, phone: number, isPhoneShared, ...delegate }) => {
        // Recording a contact implies consent.
        const byPhone = { contact: number, hasConsent: number !== null, isShared: isPhoneShared }
        return {
          delegate,
          language,
          email: { contact: email, hasConsent: email !== null, isShared: isEmailShared },
          sms: byPhone,
          whatsapp: byPhone,
        }
      },
    ),
  }
}

/** Returns the patient for null, and undefined for a delegate without access today. */
export const recipientOf = (context: DeliveryContext, delegateId: number | null): Recipient | undefined =>
  delegateId === null ? context.self : context.delegates.find(({ delegate }) => delegate?.id === delegateId)

export const recipientInWords = ({ patient }: DeliveryContext, { delegate }: Recipient): string =>
  delegate ? `delegate #${delegate.id} of patient ZL-${patient.id}` : `patient ZL-${patient.id}`

/** The lab's day decides who has access. */
export const createDeliveryContextReader = ({ clock, timeZone }: Pick<Context, 'clock' | 'timeZone'>) => {
  const today = async () => todayIn(await timeZone(), clock.now())

  const find = async (
    scope: LabScope,
    db: Queryable,
    reportId: number,
  ): Promise<DeliveryContext | undefined> => {
    const row = await findDeliveryContextRow(scope, db, { reportId, today: await today() })
    return row && toContext(row)
  }

  return {
    find,
    /**
     * Also locks the patient. Patients are locked before deliveries, as in the trigger that ends links to an old
     * contact.
     */
    async lock(scope: LabScope, tx: Queryable, reportId: number): Promise<DeliveryContext | undefined> {
      for (;;) {
        const patientId = await lockPatientOfReport(tx, reportId)
        const context = patientId === undefined ? undefined : await find(scope, tx, reportId)
        // A merge may have moved the report before the lock was granted.
        if (!context || context.patient.id === patientId) return context
      }
    },
    today,
  }
}
export type DeliveryContextReader = ReturnType<typeof createDeliveryContextReader>
