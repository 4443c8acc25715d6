import { randomBytes } from 'node:crypto'
import { DELEGATE_WORDING_VERSION, type Delegate } from '@zelab/contract'
import type { Queryable } from '../platform/database/database.ts'
import { idRow } from '../platform/database/row-schema.ts'
import type { ApiAnswer, ApiClient } from './api-client.ts'
import type { TestApp } from './test-app.ts'

export const delegateFields = (changes: Record<string, unknown> = {}) => ({
  kind: 'delegate',
  fullName: 'Samir Haddad',
  relation: 'spouse',
  language: 'en',
  email: 'samir@mail.test',
  phone: '+971507654321',
  documentSeen: 'Marriage certificate 88',
  validFrom: '2020-01-01',
  validUntil: '',
  ...changes,
})

export const guardianFields = (changes: Record<string, unknown> = {}) =>
  delegateFields({ kind: 'guardian', relation: 'parent', documentSeen: 'Birth certificate 12', ...changes })

export const addDelegate = (
  client: ApiClient,
  patientId: number,
  fields = delegateFields(),
  headers: Record<string, string> = {},
): Promise<ApiAnswer> => client.post(`/patient/addDelegate/${patientId}`, fields, { headers })

export const newDelegate = async (
  client: ApiClient,
  patientId: number,
  fields = delegateFields(),
): Promise<number> => {
  const answer = await addDelegate(client, patientId, fields)
  if (answer.status !== 200) throw new Error(`No delegate: ${JSON.stringify(answer.body)}`)
  return answer.body.data.id as number
}

/** Bypasses the validation, for example for dates in the past. */
export const storeDelegates = async (
  app: TestApp,
  patientIds: readonly number[],
  { kind = 'guardian', validUntil = null }: { kind?: Delegate['kind']; validUntil?: string | null } = {},
): Promise<number[]> => {
  const rows = await app.database.query<{ id: number }>(
    `insert into patient_delegates (patient_id, kind, full_name, relation, language, email, document_seen,
                                    valid_from, valid_until, wording_version, recorded_by)
     select p.id, $2, 'Samir Haddad', 'parent', 'en', 'samir@mail.test', 'Birth certificate', '1950-01-01', $3, $4,
            (select min(id) from users)
       from unnest($1::bigint[]) p (id) order by p.id returning id`,
    [patientIds, kind, validUntil, DELEGATE_WORDING_VERSION],
  )
  return rows.map(({ id }) => id)
}

export const storeMessage = async (
  app: TestApp,
  {
    reportId,
    delegateId,
    state,
    purpose = 'report',
  }: { reportId: number; delegateId: number | null; state: 'queued' | 'sent'; purpose?: string },
): Promise<number> => {
  const { id } = await app.database.one<{ id: number }>(
    `insert into deliveries (report_id, lab_id, report_version, channel, purpose, contact, language, template_version,
                             state, due_at, sent_at, delegate_id)
     select r.id, r.lab_id, r.version, 'email', $3, 'samir@mail.test', 'en', 1, $4,
            case when $4 = 'queued' then now() end, case when $4 = 'sent' then now() end, $2
       from reports r where r.id = $1 returning id`,
    [reportId, delegateId, purpose, state],
  )
  if (state === 'sent')
    await app.database.execute(
      `with link as (
         insert into report_links (delivery_id, token_hash, expires_at) values ($1, $2, now() + interval '30 days')
         returning id
       )
       insert into link_sessions (token_hash, link_id) select $3, id from link`,
      [id, randomBytes(32), randomBytes(32)],
    )
  return id
}

export const messageStates = (app: TestApp, ids: readonly number[]) =>
  app.database.query<{ state: string; failure: string | null; revocation: string | null; sessions: number }>(
    `select d.state, d.failure, l.revocation,
            (select count(*)::integer from link_sessions s where s.link_id = l.id) as sessions,
            (select array_agg(e.kind || ' ' || coalesce(e.detail, '')) from delivery_events e
              where e.delivery_id = d.id) as events
       from unnest($1::bigint[]) with ordinality k (id, place)
       join deliveries d on d.id = k.id left join report_links l on l.delivery_id = d.id order by k.place`,
    [ids],
  )

let serial = 0

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
