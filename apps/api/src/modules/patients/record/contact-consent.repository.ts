import { CONSENT_CHANNELS, LANGUAGES, type Language } from '@zelab/contract'
import { z } from 'zod'
import { patientConsents, users } from '../../../core/tables.gen.ts'
import { columnsOf, from, insertion, pick, type NewRecord } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

const languageRow = z.object({ language: z.enum(LANGUAGES) })

export const findLanguage = async (db: Queryable, patientId: number): Promise<Language | undefined> => {
  const text = 'select language from patient_languages where patient_id = $1'
  return (await db.maybeOne(languageRow, text, [patientId]))?.language
}

export const saveLanguage = async (tx: Queryable, patientId: number, language: Language): Promise<void> => {
  await tx.execute(
    `insert into patient_languages (patient_id, language) values ($1, $2)
     on conflict (patient_id) do update set language = excluded.language`,
    [patientId, language],
  )
}

const consentRow = z.object({
  channel: z.enum(CONSENT_CHANNELS),
  ...pick(patientConsents, 'isGiven wordingVersion recordedAt'),
  recordedBy: from('u.full_name', users.fullName),
})

export const findConsents = (db: Queryable, patientId: number): Promise<RowOf<typeof consentRow>[]> =>
  db.query(
    consentRow,
    `select distinct on (c.channel) ${columnsOf(consentRow, 'c')}
       from patient_consents c join users u on u.id = c.recorded_by
      where c.patient_id = $1 and c.channel = any($2)
      order by c.channel, c.id desc`,
    [patientId, CONSENT_CHANNELS],
  )

const newRow = z.object(pick(patientConsents, 'patientId channel isGiven wordingVersion recordedBy'))

export const insertConsent = async (tx: Queryable, consent: NewRecord<typeof newRow>): Promise<void> => {
  await tx.execute((parameters) => `insert into patient_consents ${insertion(newRow, consent, parameters)}`)
}
