-- When the author flagged a report as critical that awaits release: its clock runs from then on.
alter table unreleased_reports add column critical_at timestamptz(3);
