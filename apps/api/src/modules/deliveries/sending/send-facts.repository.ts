import { LANGUAGES, LINK_DAYS, type Language } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/lab-condition.ts'
import { labs, patients, reports, reportTypes } from '../../../core/tables.gen.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'

export interface ContactFacts<Contact> {
  contact: Contact
  hasConsent: boolean
  /** Whether another patient of the lab has the same contact. */
  isShared: boolean
}

/** Everything that decides whether and how a report is sent to its patient, at this moment. */
export interface SendFacts {
  report: { id: number; version: number; isWithdrawn: boolean; isSensitive: boolean }
  patient: { id: number; fullName: string }
  language: Language
  lab: { id: number; name: string; phone: string | null }
  /** How long a link of the lab works. */
  linkDays: number
  email: ContactFacts<string | null>
  whatsapp: ContactFacts<string>
}

const factsRow = z.object({
  reportId: reports.id,
  version: reports.version,
  isWithdrawn: z.boolean(),
  isSensitive: reportTypes.isSensitive,
  patientId: patients.id,
  fullName: patients.fullName,
  language: z.enum(LANGUAGES),
  labId: labs.id,
  labName: labs.name,
  labPhone: labs.phone,
  linkDays: z.int(),
  email: patients.email,
  hasEmailConsent: z.boolean(),
  isEmailShared: z.boolean(),
  phone: patients.phone,
  hasWhatsappConsent: z.boolean(),
  isPhoneShared: z.boolean(),
})

const consentTo = (channel: string) => `coalesce(
  (select c.is_given from patient_consents c
    where c.patient_id = p.id and c.channel = '${channel}' order by c.id desc limit 1), false)`

const isShared = (condition: string) => `exists (
  select 1 from patients o
   where o.lab_id = p.lab_id and ${condition} and o.id <> p.id and o.merged_into is null)`

/** Undefined when no report in scope has this id. */
export const findSendFacts = async (
  scope: LabScope,
  db: Queryable,
  reportId: number,
): Promise<SendFacts | undefined> => {
  const parameters = new SqlParameters()
  const row = await db.maybeOne(
    factsRow,
    `select r.id as "reportId", r.version, r.withdrawn_at is not null as "isWithdrawn",
            t.is_sensitive as "isSensitive", p.id as "patientId", p.full_name as "fullName",
            coalesce(pl.language, 'en') as language,
            l.id as "labId", l.name as "labName", l.phone as "labPhone",
            coalesce(s.link_days, ${LINK_DAYS.default}) as "linkDays",
            p.email, ${consentTo('email')} as "hasEmailConsent",
            ${isShared('lower(o.email) = lower(p.email)')} as "isEmailShared",
            p.phone, ${consentTo('whatsapp')} as "hasWhatsappConsent",
            ${isShared('o.phone = p.phone')} as "isPhoneShared"
       from reports r
       join report_types t on t.id = r.report_type_id
       join patients p on p.id = r.patient_id
       join labs l on l.id = p.lab_id
       left join patient_languages pl on pl.patient_id = p.id
       left join lab_delivery_settings s on s.lab_id = p.lab_id
      where r.id = ${parameters.add(reportId)} and ${labCondition(scope, parameters, 'r.lab_id', 'p.lab_id')}`,
    parameters.values,
  )
  return (
    row && {
      report: {
        id: row.reportId,
        version: row.version,
        isWithdrawn: row.isWithdrawn,
        isSensitive: row.isSensitive,
      },
      patient: { id: row.patientId, fullName: row.fullName },
      language: row.language,
      lab: { id: row.labId, name: row.labName, phone: row.labPhone },
      linkDays: row.linkDays,
      email: { contact: row.email, hasConsent: row.hasEmailConsent, isShared: row.isEmailShared },
      whatsapp: { contact: row.phone, hasConsent: row.hasWhatsappConsent, isShared: row.isPhoneShared },
    }
  )
}

/**
 * Reads the facts with the patient locked: until the transaction ends, contacts and consents do not change. Patients are
 * locked before deliveries, as in the trigger that ends links to an old contact.
 */
export const lockSendFacts = async (
  scope: LabScope,
  tx: Queryable,
  reportId: number,
): Promise<SendFacts | undefined> => {
  let facts = await findSendFacts(scope, tx, reportId)
  while (facts) {
    const patientId = facts.patient.id
    await tx.execute('select 1 from patients where id = $1 for share', [patientId])
    facts = await findSendFacts(scope, tx, reportId)
    // A merge may have moved the report while this transaction waited.
    if (facts?.patient.id === patientId) return facts
  }
  return undefined
}
