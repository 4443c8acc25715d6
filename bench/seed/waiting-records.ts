import type pg from 'pg'

/** In proportion to reports. Set-based, because the row triggers are off. */
const STATEMENTS = [
  `insert into report_openings (report_id, lab_id, published_by, published_at, opened_at)
   select r.id, coalesce(r.lab_id, 0), r.uploaded_by, r.created_at,
          case when r.id % 50 > 0 or r.created_at < now() - interval '30 days' then r.created_at + interval '3 hours' end
     from reports r`,
  `insert into lab_delivery_settings (lab_id, is_automatic) select id, id % 4 = 0 from labs`,
  `insert into patient_consents (patient_id, channel, is_given, wording_version, recorded_by, recorded_at)
   select p.id, c.channel, p.id % 100 > 1, 1, p.registered_by, p.created_at
     from patients p cross join (values ('email', 50), ('sms', 30), ('whatsapp', 20)) as c (channel, share)
    where (c.channel <> 'email' or p.email is not null or p.id % 1000 = 0)
      and hashint8(p.id * 31 + c.share) & 1023 < c.share * 1023 / 100`,
  `insert into deliveries (report_id, lab_id, report_version, channel, purpose, contact, language, template_version, state,
                           failure, attempts, requested_by, created_at, sent_at)
   select r.id, r.lab_id, 1, case when p.email is null then 'sms' else 'email' end, 'report', coalesce(p.email, p.phone), 'en', 1,
          case when r.id % 100 = 0 then 'failed' else 'sent' end, case when r.id % 100 = 0 then 'gateway' end, 1, r.uploaded_by,
          r.created_at, case when r.id % 100 > 0 then r.created_at end
     from reports r join patients p on p.id = r.patient_id
    where r.id % 3 = 0`,
  `insert into delivery_events (delivery_id, kind, at)
   select d.id, k.kind, d.created_at from deliveries d cross join (values ('sent'), ('delivered')) as k (kind)`,
  `insert into report_links (delivery_id, token_hash, expires_at, first_opened_at, last_opened_at, opened_version, created_at)
   select d.id, sha256(convert_to('link ' || d.id, 'UTF8')), d.created_at + interval '30 days', o.at, o.at,
          case when o.at is not null then 1 end, d.created_at
     from deliveries d
     cross join lateral (select case when d.id % 5 > 0 then d.created_at + interval '1 hour' end as at) o
    where d.state = 'sent'`,
  `insert into unopened_deliveries (delivery_id, lab_id, ends_at)
   select d.id, d.lab_id, l.expires_at from report_links l join deliveries d on d.id = l.delivery_id
    where l.first_opened_at is null and l.expires_at > now()`,
  `insert into unreached_reports (report_id, lab_id, published_at)
   select r.id, p.lab_id, r.created_at from reports r join patients p on p.id = r.patient_id
    where r.withdrawn_at is null and r.created_at > now() - interval '30 days'`,
  'select settle_unreached_reports(2147483647)',
  `insert into inbox_sources (lab_id, kind, name, is_on, folder)
   select id, 'folder', 'Scanner', false, 'scanner-' || id from labs`,
  `with waiting as (
     select r.id, r.lab_id, row_number() over (partition by r.lab_id order by r.id desc) as place from reports r
      where r.id % 300 = 0
   ), files as (
     insert into report_files (name, original_name, media_type, size_bytes, sha256, created_at)
     select 'waiting-' || w.lab_id || '-' || w.place || '.pdf', 'scan.pdf', 'application/pdf', 120000,
            sha256(convert_to('waiting ' || w.id, 'UTF8')), now() - interval '1 hour'
       from waiting w
     returning id, name
   )
   insert into inbox_items (lab_id, source_id, file_id, file_name, received_at, has_codes_read, match, matched_at, text)
   select w.lab_id, s.id, f.id, 'scan.pdf', now() - interval '1 hour', true,
          (array['red', 'amber', 'green'])[1 + w.place % 3], now() - interval '1 hour', 'Laboratory report'
     from waiting w
     join files f on f.name = 'waiting-' || w.lab_id || '-' || w.place || '.pdf'
     join inbox_sources s on s.lab_id = w.lab_id`,
  `insert into lab_visit_settings (lab_id, is_on) select id, true from labs`,
  `insert into visits (lab_id, patient_id, received_at, promised_at, payment, created_by, created_at, is_awaited)
   select p.lab_id, p.id, p.created_at, p.created_at + interval '1 day',
          (array['paid', 'due', 'unknown'])[1 + p.id % 3], p.registered_by, p.created_at, p.id % 200 = 0
     from patients p where p.id % 4 = 0 and p.merged_into is null`,
  `insert into visit_report_types (visit_id, report_type_id) select id, 1 from visits where is_awaited`,
  `insert into lab_release_settings (lab_id, two_persons, report_type_ids) select id, 'types', '{3}' from labs`,
  `with waiting as (
     select r.* from reports r where r.id % 1000 = 0
   ), files as (
     insert into report_files (name, original_name, media_type, size_bytes, sha256, uploaded_by, created_at)
     select 'unreleased-' || w.id || '.pdf', 'report.pdf', 'application/pdf', 120000,
            sha256(convert_to('unreleased ' || w.id, 'UTF8')), w.uploaded_by, now() - interval '1 hour'
       from waiting w
     returning id, name, sha256
   )
   insert into unreleased_reports (lab_id, patient_id, report_type_id, title, file_id, sha256, author_id, author_ids)
   select p.lab_id, p.id, 3, w.title, f.id, f.sha256, w.uploaded_by, array[w.uploaded_by]
     from waiting w join patients p on p.id = w.patient_id join files f on f.name = 'unreleased-' || w.id || '.pdf'`,
  `insert into lab_critical_settings (lab_id, is_on) select id, true from labs`,
  `insert into critical_results (report_id, lab_id, cause, flagged_by, flagged_at, target_minutes, due_at, closed_at,
                                 closed_by, closing, informed_at, version, sha256, about_since)
   select r.id, p.lab_id, 'flagged', r.uploaded_by, r.created_at, 30, r.created_at + interval '30 minutes',
          c.at, case when c.at is not null then r.uploaded_by end, case when c.at is not null then 'read-back' end, c.at,
          r.version, f.sha256, r.created_at
     from reports r join patients p on p.id = r.patient_id join report_files f on f.id = r.file_id
     cross join lateral (select case when r.id % 10000 > 0 then r.created_at + interval '20 minutes' end as at) c
    where r.id % 100 = 0`,
  `insert into critical_calls (critical_result_id, called_by, person, person_role, began_at, ended_at, read_out, outcome,
                               recorded_at, version, sha256)
   select id, flagged_by, 'Dr. Sara Nasser', 'Referring doctor', flagged_at, informed_at, 'Potassium', 'read-back',
          informed_at, version, sha256
     from critical_results where informed_at is not null`,
  `insert into critical_notices (critical_result_id, step, user_id, channel, state, created_at, changed_at)
   select id, 1, flagged_by, 'email', 'accepted', flagged_at, flagged_at from critical_results`,
  `insert into report_files (name, original_name, media_type, size_bytes, sha256, uploaded_by, created_at)
   select 'upload-' || u.id || '-' || n || '.pdf', 'report.pdf', 'application/pdf', 120000,
          sha256(convert_to('upload ' || u.id || ' ' || n, 'UTF8')), u.id, now()
     from users u cross join generate_series(1, 5) as n`,
]

export const fillWaitingRecords = async (client: pg.Client): Promise<void> => {
  for (const statement of STATEMENTS) await client.query(statement)
}
