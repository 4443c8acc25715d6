-- A critical result exists from flagging, also that of a report that awaits release: `report_id` is null until then.
alter table critical_results alter column report_id drop not null;
alter table critical_results add column unreleased_id bigint references unreleased_reports (id);
alter table critical_results add column closing_reason text check (length(closing_reason) between 10 and 500);
alter table critical_results add constraint critical_results_report check (
  report_id is not null or unreleased_id is not null);
-- `mistaken`: a Doctor removed the flag. `joined`: the clock of the published report runs on.
alter table critical_results drop constraint critical_results_closing_check;
alter table critical_results add constraint critical_results_closing_check check (
  closing in ('read-back', 'withdrawn', 'reassigned', 'mistaken', 'joined'));
alter table critical_results add constraint critical_results_mistaken check (
  (closing is not distinct from 'mistaken') = (closing_reason is not null));
create unique index critical_results_open_unreleased on critical_results (unreleased_id)
  where closed_at is null and report_id is null;
create index critical_results_of_unreleased on critical_results (unreleased_id, id) where unreleased_id is not null;

-- What awaits release is listed with the flagged ones first.
create function mark_critical_unreleased() returns trigger language plpgsql as $$
begin
  update unreleased_reports u
     set critical_at = (select min(c.flagged_at) from critical_results c
                         where c.unreleased_id = u.id and c.closing is distinct from 'mistaken')
   where u.id = new.unreleased_id and u.state in ('awaiting', 'returned');
  return null;
end $$;
create trigger critical_results_mark_flagged after insert on critical_results
  for each row when (new.report_id is null) execute function mark_critical_unreleased();
create trigger critical_results_mark_mistaken after update of closing on critical_results
  for each row when (new.report_id is null and new.closing = 'mistaken') execute function mark_critical_unreleased();

-- Gives a released report the critical results from the time before. Returns whether there was one.
create function take_critical_results(release bigint, report bigint) returns boolean language plpgsql as $$
begin
  -- The published report was flagged meanwhile: one clock runs on, the earlier one.
  update critical_results c
     set flagged_at = least(c.flagged_at, u.flagged_at), due_at = least(c.due_at, u.due_at),
         next_escalation_at = least(c.next_escalation_at, u.next_escalation_at)
    from critical_results u
   where c.report_id = report and c.closed_at is null
     and u.unreleased_id = release and u.report_id is null and u.closed_at is null;
  if found then
    update critical_results set closed_at = now(), closing = 'joined'
     where unreleased_id = release and report_id is null and closed_at is null;
  end if;
  update critical_results set report_id = report where unreleased_id = release and report_id is null;
  return exists (select 1 from critical_results where unreleased_id = release and closing is distinct from 'mistaken');
end $$;

create or replace function follow_critical_report() returns trigger language plpgsql as $$
begin
  if old.withdrawn_at is null and new.withdrawn_at is not null then
    update critical_results
       set closed_at = now(), closed_by = new.withdrawn_by, closing = 'withdrawn'
     where report_id = new.id and closed_at is null;
  elsif new.version > old.version then
    if new.release_id is not null and new.release_id is distinct from old.release_id
       and take_critical_results(new.release_id, new.id) then
      return null;
    end if;
    insert into critical_results (report_id, lab_id, cause, flagged_by, flagged_at, target_minutes, due_at,
                                  next_escalation_at)
    select new.id, s.lab_id, 'corrected', new.amended_by, now(), s.target_minutes,
           now() + make_interval(mins => s.target_minutes), now() + make_interval(mins => s.target_minutes) / 2
      from (select lab_id from critical_results
             where report_id = new.id and (closing is null or closing not in ('mistaken', 'joined'))
             order by id desc limit 1) c
      join lab_critical_settings s on s.lab_id = c.lab_id and s.is_on
     where not exists (select 1 from critical_results where report_id = new.id and closed_at is null)
       for share of s;
  end if;
  return null;
end $$;

-- The person called was told about the wrong patient, so the report of the right one is critical again, also while it
-- awaits release. The clock of an open result runs on: its report was withdrawn by the transaction that adds this one.
create function start_moved_result(wrong bigint, patient bigint, mover bigint, report bigint, unreleased bigint)
returns void language plpgsql as $$
declare
  earlier critical_results;
begin
  select * into earlier from critical_results
   where report_id = wrong and (closing is null or closing not in ('mistaken', 'joined')) order by id desc limit 1;
  if not found then return; end if;
  if earlier.closing = 'withdrawn' then
    update critical_results set closing = 'reassigned' where id = earlier.id;
  else
    earlier.flagged_at := now();
    earlier.due_at := null;
    earlier.escalations := 0;
  end if;
  insert into critical_results (report_id, unreleased_id, lab_id, cause, flagged_by, flagged_at, target_minutes, due_at,
                                escalations, next_escalation_at)
  select report, unreleased, s.lab_id, 'reassigned', mover, earlier.flagged_at,
         case when earlier.due_at is null then s.target_minutes else earlier.target_minutes end,
         coalesce(earlier.due_at, now() + make_interval(mins => s.target_minutes)), earlier.escalations,
         case when earlier.due_at is null then now() + make_interval(mins => s.target_minutes) / 2
              else earlier.next_escalation_at end
    from patients p join lab_critical_settings s on s.lab_id = p.lab_id and s.is_on
   where p.id = patient
     for share of s;
end $$;

create or replace function move_critical_result() returns trigger language plpgsql as $$
begin
  if new.release_id is not null then
    perform take_critical_results(new.release_id, new.id);
  else
    perform start_moved_result(new.republished_from, new.patient_id, new.uploaded_by, new.id, null);
  end if;
  return null;
end $$;
drop trigger reports_move_critical on reports;
create trigger reports_move_critical after insert on reports
  for each row when (new.republished_from is not null or new.release_id is not null)
  execute function move_critical_result();

create function follow_critical_unreleased() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform start_moved_result(new.republished_from, new.patient_id, new.author_id, null, new.id);
  else
    update critical_results set closed_at = now(), closed_by = new.discarded_by, closing = 'withdrawn'
     where unreleased_id = new.id and report_id is null and closed_at is null;
  end if;
  return null;
end $$;
create trigger unreleased_reports_move_critical after insert on unreleased_reports
  for each row when (new.republished_from is not null) execute function follow_critical_unreleased();
create trigger unreleased_reports_end_critical after update of state on unreleased_reports
  for each row when (new.state = 'discarded') execute function follow_critical_unreleased();
