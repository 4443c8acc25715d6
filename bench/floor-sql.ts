import { SHOWN_REPORTS } from '../apps/api/src/modules/report-page/report-page.repository.ts'

/** The floor's statements, which return the same rows as the product's. */

const PATIENT = `p.id, p.lab_id, p.full_name, p.emr_id, p.email, p.phone, p.date_of_birth, p.gender, p.address_line1, p.city,
  p.registration_type, p.profile_completed, p.created_at, p.updated_at,
  u.full_name as registrar_name, u.user_type_id as registrar_type_id, l.name as lab_name`
const PATIENT_JOINS = 'left join users u on u.id = p.registered_by left join labs l on l.id = p.lab_id'
const REPORT = `r.id, r.title, r.remark, f.name as file_name, r.created_at, r.version, t.id as type_id, t.title as type_title,
  p.id as patient_id, p.full_name as patient_name, p.email as patient_email, p.phone as patient_phone,
  p.emr_id as patient_emr_id, p.created_at as patient_created_at, u.full_name as uploader_name, u.email as uploader_email,
  r.withdrawn_at, r.withdrawal_reason, r.withdrawal_note, w.full_name as withdrawer_name`
const REPORT_JOINS = `join report_files f on f.id = r.file_id join report_types t on t.id = r.report_type_id
  join patients p on p.id = r.patient_id join users u on u.id = r.uploaded_by left join users w on w.id = r.withdrawn_by`
const ENTRY = `a.id, a.at, a.actor_id, a.actor_name, a.actor_role, a.lab_id, l.name as lab_name, a.action, a.object_type,
  a.object_id, a.summary, a.address`

export const FLOOR_SQL = {
  session: `select s.id as session_id, u.id, u.full_name, u.email, u.phone, u.avatar, u.user_type_id, u.lab_id, l.name as lab_name,
      u.created_at, g.idle_minutes, s.created_at + make_interval(hours => g.absolute_hours) as expires_at
    from session_tokens t join sessions s on s.id = t.session_id join users u on u.id = s.user_id
    left join labs l on l.id = u.lab_id cross join settings g
   where t.token_hash = $1 and (t.replaced_at is null or t.replaced_at > now() - interval '1 minute')
     and u.deactivated_at is null and s.last_seen_at > now() - make_interval(mins => g.idle_minutes)
     and s.created_at > now() - make_interval(hours => g.absolute_hours)`,
  touchSession: 'update sessions set last_seen_at = now() where id = $1',
  replaceToken: 'update session_tokens set replaced_at = now() where token_hash = $1 and replaced_at is null',
  dropTokens:
    "delete from session_tokens where session_id = $1 and replaced_at < now() - interval '2 minutes'",
  insertToken: 'insert into session_tokens (token_hash, session_id) values ($1, $2)',
  total:
    'select coalesce(sum(n), 0) as n from record_counts where kind = $1 and lab_id = $2 and report_type_id = $3',
  patients: `select ${PATIENT} from (select p.id from patients p where p.lab_id = $1 and p.merged_into is null
      order by p.created_at desc, p.id desc limit 10 offset $2) k
    join patients p on p.id = k.id ${PATIENT_JOINS} order by p.created_at desc, p.id desc`,
  patientsAnywhere: `select ${PATIENT} from (select p.id from patients p where p.merged_into is null
      order by p.created_at desc, p.id desc limit 10) k
    join patients p on p.id = k.id ${PATIENT_JOINS} order by p.created_at desc, p.id desc`,
  search: `select ${PATIENT} from (select p.id from patients p where p.lab_id = $1 and p.merged_into is null
      and p.search like '%' || fold_text($2) || '%' order by p.created_at desc, p.id desc limit 10) k
    join patients p on p.id = k.id ${PATIENT_JOINS} order by p.created_at desc, p.id desc`,
  searchTotal: `select count(*) as n from (select 1 from patients p where p.lab_id = $1 and p.merged_into is null
      and p.search like '%' || fold_text($2) || '%' limit 5001) matching`,
  similar: `select p.id from patients p where p.lab_id = $1 and p.merged_into is null
      and p.name_keys @> typed_name_keys($2) and not p.search like '%' || fold_text($2) || '%'
    order by word_similarity(fold_text($2), split_part(p.search, E'\\n', 1)) desc,
             similarity(fold_text($2), split_part(p.search, E'\\n', 1)) desc, p.id desc limit 20`,
  similarThreshold: "select set_config('pg_trgm.word_similarity_threshold', '0.35', true)",
  similarByLetters: `select p.id from patients p where p.lab_id = $1 and p.merged_into is null
      and p.search %> fold_text($2) and word_similarity(fold_text($2), split_part(p.search, E'\\n', 1)) >= 0.35
    order by word_similarity(fold_text($2), split_part(p.search, E'\\n', 1)) desc,
             similarity(fold_text($2), split_part(p.search, E'\\n', 1)) desc, p.id desc limit 20`,
  patientsById: `select ${PATIENT} from patients p ${PATIENT_JOINS} where p.id = any($1)`,
  patient: `select ${PATIENT} from patients p ${PATIENT_JOINS} where p.id = $1 and p.lab_id = $2`,
  reportsOfPatient: `select ${REPORT} from reports r ${REPORT_JOINS}
    where r.patient_id = $1 and r.withdrawn_at is null and (r.lab_id = $2 or p.lab_id = $2)
    order by r.created_at desc, r.id desc`,
  reports: `select ${REPORT} from (select r.id from reports r where r.withdrawn_at is null and r.lab_id = $1
      order by r.created_at desc, r.id desc limit 10) k
    join reports r on r.id = k.id ${REPORT_JOINS} order by r.created_at desc, r.id desc`,
  reportsAnywhere: `select ${REPORT} from (select r.id from reports r where r.withdrawn_at is null
      order by r.created_at desc, r.id desc limit 10) k
    join reports r on r.id = k.id ${REPORT_JOINS} order by r.created_at desc, r.id desc`,
  reportsByType: `select ${REPORT} from (select r.id from reports r where r.withdrawn_at is null and r.lab_id = $1
      and r.report_type_id = $2 order by r.created_at desc, r.id desc limit 10) k
    join reports r on r.id = k.id ${REPORT_JOINS} order by r.created_at desc, r.id desc`,
  report: `${SHOWN_REPORTS} where r.id = $1 and (r.lab_id = $2 or p.lab_id = $2)`,
  publishedReport: `select ${REPORT} from reports r ${REPORT_JOINS} where r.id = $1 and (r.lab_id = $2 or p.lab_id = $2)`,
  week: `select count(*) as n from patients p where p.lab_id = $1 and p.merged_into is null
    and p.created_at >= date_trunc('week', now() at time zone 'Asia/Dubai') at time zone 'Asia/Dubai'`,
  weekAnywhere: `select count(*) as n from patients p where p.merged_into is null
    and p.created_at >= date_trunc('week', now() at time zone 'Asia/Dubai') at time zone 'Asia/Dubai'`,
  staff: 'select count(*) as n from users where user_type_id <> 5',
  labs: 'select count(*) as n from labs',
  activity: `select ${ENTRY} from activity_log a left join labs l on l.id = a.lab_id order by a.id desc limit 10`,
  activityTotal: 'select count(*) as n from (select 1 from activity_log a limit 10001) matching',
  phone:
    'select p.id, p.full_name from patients p where p.phone = $1 and p.lab_id = $2 and p.merged_into is null order by p.id limit 20',
  register: `insert into patients (lab_id, registered_by, full_name, emr_id, email, phone, date_of_birth, gender, address_line1, city)
    values ($1, $2, $3, null, $4, $5, '1990-05-05', 'FEMALE', '1 Bench Road', 'Dubai') returning *`,
  record: `insert into activity_log (actor_id, actor_name, actor_role, lab_id, action, object_type, object_id, summary, address)
    values ($1, 'Bench', 'Technician', $2, $3, $4, $5, 'Bench', '127.0.0.1')`,
  publish: `insert into reports (lab_id, patient_id, report_type_id, title, remark, file_id, uploaded_by)
    values ($1, $2, 1, 'Bench report', null, $3, $4) returning id`,
  insertFile: `insert into report_files (name, original_name, media_type, size_bytes, sha256, uploaded_by)
    values ($1, $2, $3, $4, $5, (select min(id) from users))`,
  lockFile:
    'update report_files f set identity_hints = null where f.name = $1 and f.report_id is null returning f.id',
} as const
