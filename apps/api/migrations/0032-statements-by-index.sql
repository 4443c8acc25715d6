-- Statements that read far more than they show, at a million patients.

-- The log of a user or of an action in a time range: entries are not in order of their ids' times.
create index activity_log_by_actor_time on activity_log (actor_id, at);
create index activity_log_by_action_time on activity_log (action, at);

-- Rare and unknown registration types.
create index patients_by_registration_type on patients (lab_id, registration_type, created_at desc, id desc)
  where merged_into is null;
create index patients_by_registration_type_anywhere on patients (registration_type, created_at desc, id desc)
  where merged_into is null;

-- What a user has uploaded and not published.
create index report_files_unpublished_of_user on report_files (uploaded_by) include (size_bytes)
  where report_id is null and uploaded_by is not null;

-- What a user or the users of a lab have uploaded to an inbox.
create index inbox_items_uploaded on inbox_items (lab_id, uploaded_by)
  where uploaded_by is not null and state in ('open', 'rejected');

-- Open items by when they were compared, for a lab where patients were registered since.
create index inbox_items_to_rematch on inbox_items (lab_id, matched_at) where state = 'open' and match <> 'green';

-- Who has no email address, and who has agreed to emails.
create index patients_without_email on patients (lab_id, id) where email is null;
create index patient_consents_to_emails on patient_consents (patient_id) where channel = 'email' and is_given;

-- Statistics of tables that grow without end: a tenth of millions of rows is too long to wait for.
alter table activity_log set (autovacuum_analyze_scale_factor = 0.005, autovacuum_vacuum_insert_scale_factor = 0.01);
alter table reports set (autovacuum_analyze_scale_factor = 0.005, autovacuum_vacuum_insert_scale_factor = 0.01);
alter table report_files set (autovacuum_analyze_scale_factor = 0.005, autovacuum_vacuum_insert_scale_factor = 0.01);
alter table report_versions set (autovacuum_analyze_scale_factor = 0.005, autovacuum_vacuum_insert_scale_factor = 0.01);
alter table report_openings set (autovacuum_analyze_scale_factor = 0.005, autovacuum_vacuum_insert_scale_factor = 0.01);
alter table verification_codes set (autovacuum_analyze_scale_factor = 0.005, autovacuum_vacuum_insert_scale_factor = 0.01);
