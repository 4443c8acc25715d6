import type { Queryable } from '../platform/database/database.ts'
import { idRow } from '../platform/database/row-schema.ts'

let serial = 0

/** A guardian or delegate with access, recorded by the user `by`. */
export const insertDelegate = async (
  db: Queryable,
  patientId: number,
  fields: {
    by: number
    kind?: 'guardian' | 'delegate'
    language?: 'en' | 'ar'
    email?: string | null
    phone?: string | null
    validUntil?: string
  },
): Promise<{ id: number; email: string | null }> => {
  const { email = `guardian${++serial}@mail.test`, phone = null } = fields
  const { id } = await db.one(
    idRow,
    `insert into patient_delegates (patient_id, kind, full_name, relation, language, email, phone, document_seen,
                                    valid_from, valid_until, wording_version, recorded_by)
     values ($1, $2, 'Maryam Haddad', 'parent', $3, $4, $5, 'Birth certificate', '2020-01-01', $6, 1, $7)
     returning id`,
    [
      patientId,
      fields.kind ?? 'guardian',
      fields.language ?? 'en',
      email,
      phone,
      fields.validUntil ?? null,
      fields.by,
    ],
  )
  return { id, email }
}
