-- When those who may release were last told that reports are late.
alter table lab_release_settings add column late_told_at timestamptz(3);
create index unreleased_reports_oldest on unreleased_reports (awaiting_since) where state = 'awaiting';

create index unreleased_reports_alone on unreleased_reports (lab_id, released_at) where alone_reason is not null;

-- The published version of a waiting amendment is hidden from the patient and visitors.
alter table unreleased_reports add column suspended_by bigint references users (id);
alter table unreleased_reports add column suspended_at timestamptz(3);
alter table unreleased_reports add constraint unreleased_reports_suspended check (
  (suspended_by is null) = (suspended_at is null) and (suspended_by is null or report_id is not null));

alter table verification_lookups drop constraint verification_lookups_outcome_check;
alter table verification_lookups add constraint verification_lookups_outcome_check check (
  outcome in (
    'current', 'superseded', 'withdrawn', 'suspended',
    'file-matches', 'file-original', 'file-slip', 'file-other-version', 'file-unknown',
    'pass-refused', 'shown'
  )
);
