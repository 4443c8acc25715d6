import {
  DEFAULT_LANGUAGE,
  DELEGATE_KINDS,
  DELEGATE_RELATIONS,
  DELIVERY_HOLDS,
  DELIVERY_PURPOSES,
  LANGUAGES,
  LINK_DAYS,
  SLIP_PAPERS,
} from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { labDeliverySettings, labs, patients, reports, reportTypes } from '../../../core/tables.gen.ts'
import { columnsOf, from } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { consentTo } from '../../patients/record/delivery-choice.ts'
import { DELEGATE_OF_PATIENT, hasAccess } from '../../patients/delegates/delegate-condition.ts'
import { holdOf } from './holds.repository.ts'
import { ownTemplates } from '../message-templates/message-templates.repository.ts'

const delegateRow = z.object({
  id: z.int(),
  kind: z.enum(DELEGATE_KINDS),
  fullName: z.string(),
  relation: z.enum(DELEGATE_RELATIONS),
  language: z.enum(LANGUAGES),
  email: z.string().nullable(),
  isEmailShared: z.boolean(),
  phone: z.string().nullable(),
  isPhoneShared: z.boolean(),
})

const templateRow = z.object({
  id: z.int(),
  language: z.enum(LANGUAGES),
  purpose: z.enum(DELIVERY_PURPOSES),
  template: z.string(),
})
export type LabTemplate = z.output<typeof templateRow>

const factsRow = z.object({
  reportId: from('r.id', reports.id),
  version: from('r.version', reports.version),
  isWithdrawn: z.boolean(),
  isSensitive: from('t.is_sensitive', reportTypes.isSensitive),
  hold: z.enum(DELIVERY_HOLDS).nullable(),
  patientId: from('p.id', patients.id),
  fullName: patients.fullName,
  language: z.enum(LANGUAGES),
  labId: from('l.id', labs.id),
  labName: from('l.name', labs.name),
  labPhone: from('l.phone', labs.phone),
  senderName: from('s.sender_name', labDeliverySettings.senderName),
  slipPaper: from(`coalesce(s.slip_paper, '${SLIP_PAPERS[0]}')`, labDeliverySettings.slipPaper),
  linkDays: z.int(),
  email: patients.email,
  hasEmailConsent: z.boolean(),
  isEmailShared: z.boolean(),
  phone: patients.phone,
  hasSmsConsent: z.boolean(),
  hasWhatsappConsent: z.boolean(),
  isPhoneShared: z.boolean(),
  delegates: z.array(delegateRow),
  templates: z.array(templateRow),
})
export type DeliveryContextRow = RowOf<typeof factsRow>

const isShared = (condition: string) => `exists (
  select 1 from patients o
   where o.lab_id = p.lab_id and ${condition} and o.id <> p.id and o.merged_into is null)`

/** Undefined for a report out of scope. @param today the lab's plain date, which decides who has access */
export const findDeliveryContextRow = (
  scope: LabScope,
  db: Queryable,
  { reportId, today }: { reportId: number; today: string },
): Promise<DeliveryContextRow | undefined> =>
  db.maybeOne(factsRow, (parameters) => {
    const day = parameters.add(today)
    return `select ${columnsOf(factsRow, 'p', {
      isWithdrawn: 'r.withdrawn_at is not null',
      hold: holdOf('r'),
      language: `coalesce(pl.language, '${DEFAULT_LANGUAGE}')`,
      linkDays: `coalesce(s.link_days, ${LINK_DAYS.default})`,
      hasEmailConsent: consentTo('email'),
      isEmailShared: isShared('lower(o.email) = lower(p.email)'),
      hasSmsConsent: consentTo('sms'),
      hasWhatsappConsent: consentTo('whatsapp'),
      isPhoneShared: isShared('o.phone = p.phone'),
      delegates: `coalesce((
              select json_agg(json_build_object(
                       'id', g.id, 'kind', g.kind, 'fullName', g.full_name, 'relation', g.relation,
                       'language', g.language, 'email', g.email, 'phone', g.phone,
                       'isEmailShared', ${isShared('lower(o.email) = lower(g.email)')},
                       'isPhoneShared', ${isShared('o.phone = g.phone')}) order by g.id)
                from patient_delegates g where ${DELEGATE_OF_PATIENT} and ${hasAccess(day)}), '[]')`,
      templates: `coalesce((
              select json_agg(json_build_object(
                       'id', m.id, 'language', m.language, 'purpose', m.purpose, 'template', m.template))
                from (${ownTemplates('l.id')}) m), '[]')`,
    })}
       from reports r
       join report_types t on t.id = r.report_type_id
       join patients p on p.id = r.patient_id
       join labs l on l.id = p.lab_id
       left join patient_languages pl on pl.patient_id = p.id
       left join lab_delivery_settings s on s.lab_id = p.lab_id
      where r.id = ${parameters.add(reportId)} and ${labCondition(scope, parameters, 'r.lab_id', 'p.lab_id')}`
  })

const patientRow = z.object({ patientId: reports.patientId })

/** Prevents changes of contacts, consents and delegates. */
export const lockPatientOfReport = async (tx: Queryable, reportId: number): Promise<number | undefined> => {
  const row = await tx.maybeOne(
    patientRow,
    `select ${columnsOf(patientRow, 'r')} from reports r join patients p on p.id = r.patient_id
      where r.id = $1 for share of p`,
    [reportId],
  )
  return row?.patientId
}

const reportVersionRow = z.object({ version: reports.version, isWithdrawn: z.boolean() })

/**
 * Prevents amending and withdrawing, and with `no key update` the same lock of others. Needs the lock of the patient,
 * who is locked before reports.
 */
export const lockReportVersion = (
  tx: Queryable,
  reportId: number,
  strength: 'share' | 'no key update' = 'share',
): Promise<{ version: number; isWithdrawn: boolean }> =>
  tx.one(
    reportVersionRow,
    `select version, withdrawn_at is not null as "isWithdrawn" from reports where id = $1 for ${strength}`,
    [reportId],
  )

/** On paper, in this version or a later one. */
export const isHandedOver = (tx: Queryable, reportId: number, version: number): Promise<boolean> =>
  tx.exists("select 1 from deliveries where report_id = $1 and channel = 'paper' and report_version >= $2", [
    reportId,
    version,
  ])
