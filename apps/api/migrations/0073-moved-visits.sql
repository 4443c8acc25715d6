-- The visit that moves to the patient together with the release of a report that is published for the right patient.
alter table unreleased_reports add column moves_visit_id bigint references visits (id);
alter table unreleased_reports add constraint unreleased_reports_moves_visit
  check (moves_visit_id is null or (republished_from is not null and visit_id is null));
create index unreleased_reports_moving_visit on unreleased_reports (moves_visit_id) where moves_visit_id is not null;
