-- Calls to patients, guardians and delegates about a report whose message did not arrive or was not opened.
create table report_calls (
  id bigint generated always as identity primary key,
  report_id bigint not null references reports (id) on delete cascade,
  -- Null for a call to the patient.
  delegate_id bigint references patient_delegates (id) on delete cascade,
  -- The version that the caller saw.
  report_version integer not null check (report_version > 0),
  outcome text not null check (outcome in ('reached', 'no-answer', 'wrong-number', 'other')),
  note text check (length(note) between 1 and 1000),
  called_at timestamptz(3) not null,
  called_by bigint not null references users (id),
  recorded_at timestamptz(3) not null default now(),
  constraint report_calls_noted check (outcome <> 'other' or note is not null)
);
create index report_calls_of_report on report_calls (report_id, id);
create index report_calls_of_delegate on report_calls (delegate_id) where delegate_id is not null;

-- To the person who sent the report back.
alter table unreleased_reports add column return_reply text check (length(return_reply) between 1 and 500);

-- Entries about looking at records. The others are a small part of the log.
create function is_viewing(action text) returns boolean
language sql immutable parallel safe
return action in ('patient.view', 'patient.list', 'patient.check', 'inbox.list', 'inbox.view', 'release.open',
                  'release.list', 'report.view', 'report.list', 'report.preview', 'report.download',
                  'search.records', 'dashboard.view');
create index activity_log_changes on activity_log (id desc) where not is_viewing(action);
create index activity_log_changes_by_actor on activity_log (actor_id, id desc) where not is_viewing(action);
create index activity_log_changes_by_time on activity_log (at) where not is_viewing(action);
