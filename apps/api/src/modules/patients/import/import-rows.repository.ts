import {
  CONSENT_CHANNELS,
  CONSENT_WORDING_VERSION,
  importRowSchema,
  type ImportRow,
  type ImportRowKind,
} from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { patientImportRows } from '../../../core/tables.gen.ts'
import { columnsOf, from } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import type { CheckedRow, RowError } from './reading/row-check.ts'

const KIND_CONDITION: Record<ImportRowKind, string> = {
  all: 'true',
  errors: `r.errors <> '[]'`,
  duplicates: `(r.duplicate_patients <> '{}' or r.duplicate_rows <> '{}')`,
}

export const insertRows = (tx: Queryable, importId: number, rows: CheckedRow[]): Promise<number> =>
  tx.execute(
    `insert into patient_import_rows (import_id, row_number, fields, errors)
     select $1, r."rowNumber", r.fields, r.errors
       from jsonb_to_recordset($2::jsonb) as r ("rowNumber" integer, fields jsonb, errors jsonb)`,
    [importId, JSON.stringify(rows)],
  )

const importRow = z.object({
  rowNumber: patientImportRows.rowNumber,
  fullName: z.string(),
  phone: z.string(),
  dateOfBirth: z.string(),
  errors: importRowSchema.shape.errors,
  duplicateOf: importRowSchema.shape.duplicateOf,
  sameEmail: importRowSchema.shape.sameEmail,
})

const MAX_SAME_EMAIL = 5

export const findRows = (
  scope: LabScope,
  db: Queryable,
  importId: number,
  kind: ImportRowKind,
  page: { limit: number; offset: number },
): Promise<ImportRow[]> =>
  db.query(
    importRow,
    (parameters) => `select ${columnsOf(importRow, 'r', {
      fullName: "coalesce(coalesce(r.bad_fields, r.fields) ->> 'fullName', '')",
      phone: "coalesce(coalesce(r.bad_fields, r.fields) ->> 'phone', '')",
      dateOfBirth: "coalesce(coalesce(r.bad_fields, r.fields) ->> 'dateOfBirth', '')",
      duplicateOf: `jsonb_build_object('rows', r.duplicate_rows, 'patients', coalesce((
              select jsonb_agg(jsonb_build_object('id', p.id, 'fullName', p.full_name) order by p.id)
                from patients p
               where p.id = any(r.duplicate_patients) and p.merged_into is null
                 and ${labCondition(scope, parameters, 'p.lab_id')}), '[]'))`,
      sameEmail: `coalesce((
              select jsonb_agg(jsonb_build_object('id', s.id, 'fullName', s.full_name) order by s.id)
                from (select distinct surviving_patient(p.id) as id
                        from (select e.id from patients e
                               where e.lab_id = i.lab_id and lower(e.email) = lower(r.fields ->> 'email')
                                 and ${labCondition(scope, parameters, 'e.lab_id')}
                               limit ${MAX_SAME_EMAIL}) p) p
                join patients s on s.id = p.id
               where s.id <> all(r.duplicate_patients)), '[]')`,
    })}
       from patient_import_rows r join patient_imports i on i.id = r.import_id
      where r.import_id = ${parameters.add(importId)} and ${KIND_CONDITION[kind]}
      order by r.row_number
      limit ${parameters.add(page.limit)} offset ${parameters.add(page.offset)}`,
  )

const errorsRow = z.object({
  rowNumber: patientImportRows.rowNumber,
  errors: z.array(z.object({ column: z.string(), message: z.string(), value: z.string() })),
})

export const findErrors = (
  db: Queryable,
  importId: number,
  after: { rowNumber: number; limit: number },
): Promise<{ rowNumber: number; errors: RowError[] }[]> =>
  db.query(
    errorsRow,
    `select ${columnsOf(errorsRow, 'r')} from patient_import_rows r
      where r.import_id = $1 and r.row_number > $2 and ${KIND_CONDITION.errors}
      order by r.row_number limit $3`,
    [importId, after.rowNumber, after.limit],
  )

const typed = (field: string) => from(`f ->> '${field}'`, z.string().nullable())

const badRow = errorsRow.extend({
  fullName: typed('fullName'),
  phone: typed('phone'),
  dateOfBirth: typed('dateOfBirth'),
  gender: typed('gender'),
  email: typed('email'),
  emrId: typed('emrId'),
  nationalId: typed('nationalId'),
  line1: typed('line1'),
  city: typed('city'),
  registrationType: typed('registrationType'),
  language: typed('language'),
  emailConsent: typed('emailConsent'),
  smsConsent: typed('smsConsent'),
  whatsappConsent: typed('whatsappConsent'),
})
export type BadRow = RowOf<typeof badRow>

export const findBadRows = (
  db: Queryable,
  importId: number,
  after: { rowNumber: number; limit: number },
): Promise<BadRow[]> =>
  db.query(
    badRow,
    `select ${columnsOf(badRow, 'r')}
       from patient_import_rows r cross join lateral coalesce(r.bad_fields, r.fields) f
      where r.import_id = $1 and r.row_number > $2 and ${KIND_CONDITION.errors}
      order by r.row_number limit $3`,
    [importId, after.rowNumber, after.limit],
  )

/** Removes the fields, so that processes of the previous version cannot register these rows either. */
export const setBadRowsAside = (db: Queryable, importId: number): Promise<number> =>
  db.execute(
    `update patient_import_rows r set bad_fields = r.fields, fields = '{}'
      where r.import_id = $1 and r.bad_fields is null and ${KIND_CONDITION.errors}`,
    [importId],
  )

const stepRow = z.object({ last: z.int().nullable() })

/** The highest row number of the next step, or undefined after the last one. */
export const findStep = async (
  db: Queryable,
  importId: number,
  after: number,
  rows: number,
): Promise<number | undefined> => {
  const { last } = await db.one(
    stepRow,
    `select max(row_number) as last
       from (select row_number from patient_import_rows where import_id = $1 and row_number > $2
              order by row_number limit $3) step`,
    [importId, after, rows],
  )
  return last ?? undefined
}

const registeredRow = z.object({ ids: z.array(z.int()) })

/** In file order, with language and consents. Returns the ids in ascending order. */
export const insertPatientsOfRows = (
  tx: Queryable,
  written: {
    importId: number
    labId: number
    registeredBy: number
    skipDuplicates: boolean
    after: number
    upTo: number
  },
): Promise<{ ids: number[] }> =>
  tx.one(
    registeredRow,
    `with step as (
       select r.fields as f, row_number() over (order by r.row_number) as place from patient_import_rows r
        where r.import_id = $1 and r.row_number > $5 and r.row_number <= $6 and r.errors = '[]'
          and not ($4 and ${KIND_CONDITION.duplicates})
     ), added as (
       insert into patients (lab_id, registered_by, full_name, emr_id, email, phone, date_of_birth, gender,
                             address_line1, city, registration_type, national_id)
       select $2, $3, f ->> 'fullName', f ->> 'emrId', f ->> 'email', f ->> 'phone', (f ->> 'dateOfBirth')::date,
              f ->> 'gender', f ->> 'line1', f ->> 'city', coalesce(f ->> 'registrationType', 'Import'),
              f ->> 'nationalId'
         from step order by place
       returning id
     ), imported as (
       select a.id, step.f from (select id, row_number() over (order by id) as place from added) a
         join step on step.place = a.place
     ), languages as (
       insert into patient_languages (patient_id, language)
       select id, f ->> 'language' from imported where f ->> 'language' is not null
     ), consents as (
       insert into patient_consents (patient_id, channel, is_given, wording_version, recorded_by)
       select i.id, c.channel, true, $7, $3 from imported i cross join unnest($8::text[]) as c (channel)
        where i.f ->> (c.channel || 'Consent') = 'yes'
     )
     select coalesce(array_agg(id order by id), '{}') as ids from added`,
    [
      written.importId,
      written.labId,
      written.registeredBy,
      written.skipDuplicates,
      written.after,
      written.upTo,
      CONSENT_WORDING_VERSION,
      CONSENT_CHANNELS,
    ],
  )
