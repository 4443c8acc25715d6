-- Working minutes from receipt, or collection, to publication. A type without a row is never late.
create table lab_turnaround_targets (
  lab_id bigint not null references labs (id) on delete cascade,
  report_type_id bigint not null references report_types (id) on delete cascade,
  minutes integer not null check (minutes between 1 and 86400),
  primary key (lab_id, report_type_id)
);
create index lab_turnaround_targets_of_type on lab_turnaround_targets (report_type_id);

-- When a lab works; always without a row. Hours are wall clock times, null is a closed day.
create table lab_calendars (
  lab_id bigint primary key references labs (id) on delete cascade,
  -- From Monday.
  week jsonb not null,
  holidays jsonb not null,
  seasons jsonb not null
);

alter table visit_report_types add column target_at timestamptz(3);
-- The earliest target of an expected report that is missing; kept by triggers.
alter table visits add column target_at timestamptz(3);

create or replace function follow_visit(visit bigint) returns void language plpgsql as $$
begin
  -- Locked by its own statement, so that the next one sees what concurrent transactions did to the visit.
  perform 1 from visits where id = visit for no key update;
  update visits v
     set is_awaited = v.canceled_at is null and missing.n > 0, target_at = missing.target_at
    from (select count(*) as n, min(e.target_at) as target_at
            from visit_report_types e
           where e.visit_id = visit and not exists (
                   select 1 from reports r
                    where r.visit_id = visit and r.report_type_id = e.report_type_id and r.withdrawn_at is null)) missing
   where v.id = visit;
end $$;
drop trigger visit_report_types_follow on visit_report_types;
create trigger visit_report_types_follow after insert or delete or update of target_at on visit_report_types
  for each row execute function follow_expected_type();

drop index visits_promised, visits_promised_anywhere, visits_awaited, visits_awaited_anywhere;
create index visits_due on visits (lab_id, coalesce(promised_at, target_at), id) where is_awaited;
create index visits_due_anywhere on visits (coalesce(promised_at, target_at), id) where is_awaited;
create index visits_awaited on visits (lab_id, coalesce(promised_at, target_at, created_at), id) where is_awaited;
create index visits_awaited_anywhere on visits (coalesce(promised_at, target_at, created_at), id) where is_awaited;
create index visits_open on visits (lab_id, id) where is_awaited;

-- Visits that are measured.
create index visits_received on visits (lab_id, coalesce(received_at, collected_at), id)
  where coalesce(received_at, collected_at) is not null and canceled_at is null;
create index visits_received_anywhere on visits (coalesce(received_at, collected_at), id)
  where coalesce(received_at, collected_at) is not null and canceled_at is null;
