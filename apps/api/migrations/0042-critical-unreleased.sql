-- When the author flagged a report as critical that awaits release: its clock runs from then on.
alter table unreleased_reports add column critical_at timestamptz(3);
create index unreleased_reports_critical on unreleased_reports (lab_id, (critical_at is null), awaiting_since, id)
  where state = 'awaiting';
