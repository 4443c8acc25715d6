-- What an open result is about: the published version, or the revision that awaits release, with its file. A closed
-- result keeps what it was about; null in results that were closed before this migration.
alter table critical_results add column version integer;
alter table critical_results add column revision integer;
alter table critical_results add column sha256 bytea;
-- Since when that is so: an earlier call was about another file.
alter table critical_results add column about_since timestamptz(3);
-- The permission ends with the version that it was given for.
alter table critical_results add column message_version integer;
alter table critical_results add column message_sha256 bytea;
-- After a restore, no message leaves about a result of the backup before an Admin confirms.
alter table critical_results add column restored_at timestamptz(3);
create index critical_results_restored on critical_results (id) where restored_at is not null;

update critical_results c
   set version = r.version, sha256 = f.sha256, about_since = greatest(c.flagged_at, r.amended_at),
       message_version = case when c.message_allowed_at >= coalesce(r.amended_at, r.created_at) then r.version end,
       message_sha256 = case when c.message_allowed_at >= coalesce(r.amended_at, r.created_at) then f.sha256 end
  from reports r join report_files f on f.id = r.file_id
 where c.report_id = r.id and c.closed_at is null;
update critical_results c set revision = u.revision, sha256 = u.sha256, about_since = c.flagged_at
  from unreleased_reports u
 where c.unreleased_id = u.id and c.report_id is null and c.closed_at is null;

-- Null in calls of before this migration.
alter table critical_calls add column version integer;
alter table critical_calls add column revision integer;
alter table critical_calls add column sha256 bytea;
alter table critical_calls add column caller text;
alter table critical_calls add column value text;
alter table critical_calls add column unit text;
alter table critical_calls add column identifiers text;
alter table critical_calls drop constraint critical_calls_outcome_check;
alter table critical_calls add constraint critical_calls_outcome_check check (
  outcome in ('read-back', 'reached', 'not-reached', 'voicemail', 'wrong-number', 'declined'));
alter table critical_calls drop constraint critical_calls_read;
alter table critical_calls add constraint critical_calls_read check (
  outcome not in ('read-back', 'reached') or read_out is not null);

create function complete_critical_call() returns trigger language plpgsql as $$
begin
  select version, revision, sha256 into new.version, new.revision, new.sha256
    from critical_results where id = new.critical_result_id;
  new.recorded_at := clock_timestamp();
  return new;
end $$;
create trigger critical_calls_complete before insert on critical_calls
  for each row execute function complete_critical_call();

create function complete_critical_result() returns trigger language plpgsql as $$
begin
  if new.report_id is not null then
    select r.version, f.sha256 into new.version, new.sha256
      from reports r join report_files f on f.id = r.file_id where r.id = new.report_id;
  else
    select revision, sha256 into new.revision, new.sha256 from unreleased_reports where id = new.unreleased_id;
  end if;
  new.about_since := case when new.cause = 'flagged' then new.flagged_at else now() end;
  return new;
end $$;
create trigger critical_results_complete before insert on critical_results
  for each row execute function complete_critical_result();

create function guard_critical_result() returns trigger language plpgsql as $$
begin
  if tg_op in ('DELETE', 'TRUNCATE') then
    raise exception 'Critical results are kept';
  end if;
  if new.closing = 'read-back' and (tg_op = 'INSERT' or old.closing is null) and not exists (
       select 1 from critical_calls k
        where k.critical_result_id = new.id and k.outcome = 'read-back'
          and (k.sha256, k.version, k.revision) is not distinct from (new.sha256, new.version, new.revision)) then
    raise exception 'A critical result is closed by its call';
  end if;
  if tg_op = 'INSERT' then return new; end if;
  if (new.lab_id, new.unreleased_id) is distinct from (old.lab_id, old.unreleased_id)
     or new.report_id is distinct from old.report_id
        and (old.report_id is not null or not exists (
          select 1 from reports where id = new.report_id and release_id = old.unreleased_id)) then
    raise exception 'A critical result stays with its report';
  end if;
  if old.closing is not null
     and (new.closing, new.closed_at, new.closed_by, new.informed_at, new.closing_reason)
         is distinct from (old.closing, old.closed_at, old.closed_by, old.informed_at, old.closing_reason)
     and not (old.closing = 'withdrawn' and new.closing = 'reassigned') then
    raise exception 'A closed critical result stays as it was';
  end if;
  return new;
end $$;
create trigger critical_results_guard before insert or update or delete on critical_results
  for each row execute function guard_critical_result();
create trigger critical_results_not_truncated before truncate on critical_results
  for each statement execute function guard_critical_result();

-- Starts another clock for a report that was critical before, unless one runs.
create function restart_critical_clock(report bigint, unreleased bigint, person bigint) returns void
language sql as $$
  insert into critical_results (report_id, unreleased_id, lab_id, cause, flagged_by, flagged_at, target_minutes, due_at,
                                next_escalation_at)
  select report, unreleased, s.lab_id, 'corrected', person, now(), s.target_minutes,
         now() + make_interval(mins => s.target_minutes), now() + make_interval(mins => s.target_minutes) / 2
    from (select lab_id from critical_results
           where (report_id = report or report_id is null and unreleased_id = unreleased)
             and (closing is null or closing not in ('mistaken', 'joined'))
           order by id desc limit 1) c
    join lab_critical_settings s on s.lab_id = c.lab_id and s.is_on
   where not exists (select 1 from critical_results
                      where (report_id = report or report_id is null and unreleased_id = unreleased) and closed_at is null)
     for share of s
$$;

-- Gives a released report the critical results from the time before. Returns whether one is about the released file.
create or replace function take_critical_results(release bigint, report bigint) returns boolean language plpgsql as $$
declare
  released record;
begin
  select r.version, f.sha256 into released
    from reports r join report_files f on f.id = r.file_id where r.id = report;
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
  update critical_results
     set report_id = report, version = case when closed_at is null then released.version end
   where unreleased_id = release and report_id is null;
  return exists (select 1 from critical_results
                  where unreleased_id = release and closing is distinct from 'mistaken' and sha256 = released.sha256);
end $$;

create or replace function follow_critical_report() returns trigger language plpgsql as $$
declare
  is_taken boolean := false;
begin
  if old.withdrawn_at is null and new.withdrawn_at is not null then
    update critical_results
       set closed_at = now(), closed_by = new.withdrawn_by, closing = 'withdrawn'
     where report_id = new.id and closed_at is null;
  elsif new.version > old.version then
    if new.release_id is not null and new.release_id is distinct from old.release_id then
      is_taken := take_critical_results(new.release_id, new.id);
    end if;
    -- An open clock runs on, for a call about the new version.
    update critical_results c
       set version = new.version, revision = null, sha256 = f.sha256, about_since = now()
      from report_files f
     where f.id = new.file_id and c.report_id = new.id and c.closed_at is null
       and (c.version, c.sha256) is distinct from (new.version, f.sha256);
    if not is_taken then perform restart_critical_clock(new.id, null, new.amended_by); end if;
  end if;
  return null;
end $$;

create or replace function move_critical_result() returns trigger language plpgsql as $$
begin
  if new.release_id is null then
    perform start_moved_result(new.republished_from, new.patient_id, new.uploaded_by, new.id, null);
  elsif not take_critical_results(new.release_id, new.id) then
    perform restart_critical_clock(new.id, null, new.uploaded_by);
  end if;
  return null;
end $$;

-- A call about a file that was corrected before its release does not count for the corrected one.
create function renew_critical_unreleased() returns trigger language plpgsql as $$
begin
  update critical_results set revision = new.revision, sha256 = new.sha256, about_since = now()
   where unreleased_id = new.id and report_id is null and closed_at is null;
  if not found then perform restart_critical_clock(null, new.id, new.author_id); end if;
  return null;
end $$;
create trigger unreleased_reports_renew_critical after update of revision on unreleased_reports
  for each row when (new.revision > old.revision) execute function renew_critical_unreleased();

-- Who was told of an open result at a step of its escalation.
create table critical_notices (
  id bigint generated always as identity primary key,
  critical_result_id bigint not null references critical_results (id),
  step integer not null,
  user_id bigint not null references users (id),
  channel text not null check (channel in ('email', 'sms')),
  -- `canceled`: the result was closed, or a later step told the person.
  state text not null default 'queued'
    check (state in ('queued', 'sending', 'accepted', 'refused', 'unconfirmed', 'canceled')),
  failure text,
  created_at timestamptz(3) not null default now(),
  -- Of the last attempt or of the end.
  changed_at timestamptz(3) not null default now(),
  unique (critical_result_id, step, user_id, channel)
);
create index critical_notices_of_user on critical_notices (user_id);
create index critical_notices_sending on critical_notices (changed_at) where state = 'sending';
