-- What the pictures of the work are drawn from: how much was published and registered each day, how long reports waited
-- for their first reader, and which ones nobody has opened yet. The history is counted by the program after its start
-- (insights/day-volumes.service.ts), so that this migration takes no time however many records there are.

-- ---- First openings -------------------------------------------------------------------------------------------

-- One row for each report that the lists show.
create table report_openings (
  report_id bigint primary key,
  -- 0: of no lab (the Admin's reports).
  lab_id bigint not null,
  published_by bigint not null,
  published_at timestamptz(3) not null,
  -- When somebody other than the publisher had it before their eyes, by the activity log; null: nobody has so far.
  opened_at timestamptz(3)
);
create index report_openings_waiting on report_openings (lab_id, published_at, report_id) where opened_at is null;
create index report_openings_waiting_anywhere on report_openings (published_at, report_id) where opened_at is null;

-- What counts as having a report before one's eyes: the same as in the list of its readers.
create function is_report_reading(action text) returns boolean
language sql immutable parallel safe
return action in ('report.view', 'report.preview', 'report.download', 'record.print');

create function first_opening(report bigint, publisher bigint) returns timestamptz
language sql stable
return (
  select min(a.at) from activity_log a
   where a.object_type = 'report' and a.object_id = report and a.actor_id <> publisher and is_report_reading(a.action)
);

-- How long a report waited, as the number of a band: up to 15 minutes, 1, 4 and 24 hours, 3, 7 and 30 days, longer.
create function wait_band(published timestamptz, opened timestamptz) returns smallint
language sql immutable parallel safe
return width_bucket(extract(epoch from opened - published),
                    array[900, 3600, 14400, 86400, 259200, 604800, 2592000]::numeric[]);

-- ---- Volumes of each day --------------------------------------------------------------------------------------

-- What changed since it was last added to the volumes. Only ever appended to, so that no writer waits for another one.
create table volume_changes (
  kind text not null check (kind in ('patients', 'reports', 'opened')),
  lab_id bigint not null,
  person_id bigint,
  report_type_id bigint,
  wait_band smallint,
  -- When it was registered or published: its day depends on the time zone.
  at timestamptz(3) not null,
  change integer not null
);

create table day_volumes (
  kind text not null,
  -- What member_id stands for: all (0), lab, type, person, wait (a band).
  cut text not null,
  -- -1: every lab together. 0: of no lab.
  lab_id bigint not null,
  day date not null,
  member_id bigint not null,
  n integer not null,
  primary key (kind, cut, lab_id, day, member_id)
);

create table day_volumes_state (
  only_row boolean primary key default true check (only_row),
  -- Whose days the volumes are of; null: nothing is counted yet.
  time_zone text
);
insert into day_volumes_state default values;

-- ---- Kept by triggers -----------------------------------------------------------------------------------------

-- What lists show: patients that were not merged into another record, reports that were not withdrawn.
create function note_registrations() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into volume_changes (kind, lab_id, person_id, at, change)
    select 'patients', lab_id, coalesce(registered_by, 0), created_at, count(*)
      from new_rows where merged_into is null
     group by lab_id, registered_by, created_at;
  elsif tg_op = 'DELETE' then
    insert into volume_changes (kind, lab_id, person_id, at, change)
    select 'patients', lab_id, coalesce(registered_by, 0), created_at, -count(*)
      from old_rows where merged_into is null
     group by lab_id, registered_by, created_at;
  else
    insert into volume_changes (kind, lab_id, person_id, at, change)
    select 'patients', lab_id, coalesce(registered_by, 0), created_at, sum(change)
      from (select lab_id, registered_by, created_at, 1 as change from new_rows where merged_into is null
            union all
            select lab_id, registered_by, created_at, -1 from old_rows where merged_into is null) both_states
     group by lab_id, registered_by, created_at having sum(change) <> 0;
  end if;
  return null;
end $$;
create trigger patients_note_inserted after insert on patients
  referencing new table as new_rows for each statement execute function note_registrations();
create trigger patients_note_updated after update on patients
  referencing old table as old_rows new table as new_rows for each statement execute function note_registrations();
create trigger patients_note_deleted after delete on patients
  referencing old table as old_rows for each statement execute function note_registrations();

create function note_publications() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into volume_changes (kind, lab_id, person_id, report_type_id, at, change)
    select 'reports', coalesce(lab_id, 0), uploaded_by, report_type_id, created_at, count(*)
      from new_rows where withdrawn_at is null
     group by lab_id, uploaded_by, report_type_id, created_at;
  elsif tg_op = 'DELETE' then
    insert into volume_changes (kind, lab_id, person_id, report_type_id, at, change)
    select 'reports', coalesce(lab_id, 0), uploaded_by, report_type_id, created_at, -count(*)
      from old_rows where withdrawn_at is null
     group by lab_id, uploaded_by, report_type_id, created_at;
  else
    insert into volume_changes (kind, lab_id, person_id, report_type_id, at, change)
    select 'reports', coalesce(lab_id, 0), uploaded_by, report_type_id, created_at, sum(change)
      from (select lab_id, uploaded_by, report_type_id, created_at, 1 as change
              from new_rows where withdrawn_at is null
            union all
            select lab_id, uploaded_by, report_type_id, created_at, -1
              from old_rows where withdrawn_at is null) both_states
     group by lab_id, uploaded_by, report_type_id, created_at having sum(change) <> 0;
  end if;
  return null;
end $$;
create trigger reports_note_inserted after insert on reports
  referencing new table as new_rows for each statement execute function note_publications();
create trigger reports_note_updated after update on reports
  referencing old table as old_rows new table as new_rows for each statement execute function note_publications();
create trigger reports_note_deleted after delete on reports
  referencing old table as old_rows for each statement execute function note_publications();

-- Whether a report waits for its first reader. One that is withdrawn waits no longer, and if it was opened it no longer
-- counts as opened; what was published before this migration may have no row yet, then the log itself is asked.
create function follow_report() returns trigger language plpgsql as $$
declare
  opened timestamptz;
begin
  if tg_op <> 'INSERT' and old.withdrawn_at is null then
    delete from report_openings where report_id = old.id returning opened_at into opened;
    if not found then
      opened := first_opening(old.id, old.uploaded_by);
    end if;
    if opened is not null then
      insert into volume_changes (kind, lab_id, wait_band, at, change)
      values ('opened', coalesce(old.lab_id, 0), wait_band(old.created_at, opened), old.created_at, -1);
    end if;
  end if;
  if tg_op <> 'DELETE' and new.withdrawn_at is null then
    opened := case tg_op when 'UPDATE' then first_opening(new.id, new.uploaded_by) end;
    insert into report_openings (report_id, lab_id, published_by, published_at, opened_at)
    values (new.id, coalesce(new.lab_id, 0), new.uploaded_by, new.created_at, opened);
    if opened is not null then
      insert into volume_changes (kind, lab_id, wait_band, at, change)
      values ('opened', coalesce(new.lab_id, 0), wait_band(new.created_at, opened), new.created_at, 1);
    end if;
  end if;
  return null;
end $$;
create trigger reports_follow_inserted after insert on reports
  for each row execute function follow_report();
create trigger reports_follow_changed after update of withdrawn_at, created_at, lab_id, uploaded_by on reports
  for each row when ((old.withdrawn_at is null, old.created_at, old.lab_id, old.uploaded_by)
                     is distinct from (new.withdrawn_at is null, new.created_at, new.lab_id, new.uploaded_by))
  execute function follow_report();
create trigger reports_follow_deleted after delete on reports
  for each row execute function follow_report();

-- Takes down who opened which report when, as far as it was the first time. In the order of the reports, so that two
-- who look at the same ones never wait for each other in a ring.
create function note_openings(reports bigint[], readers bigint[], times timestamptz[]) returns void
language sql as $$
  with held as materialized (
    select o.report_id from report_openings o
     where o.report_id = any(reports) and o.opened_at is null
     order by o.report_id for update
  ), opened as (
    update report_openings o set opened_at = f.at
      from (select e.report_id, min(e.at) as at
              from unnest(reports, readers, times) as e (report_id, reader_id, at)
              join report_openings p on p.report_id = e.report_id
             where e.reader_id <> p.published_by group by e.report_id) f
     where o.report_id = f.report_id and o.opened_at is null
       and o.report_id in (select report_id from held)
    returning o.lab_id, o.published_at, o.opened_at
  )
  insert into volume_changes (kind, lab_id, wait_band, at, change)
  select 'opened', lab_id, wait_band(published_at, opened_at), published_at, 1 from opened
$$;

create function note_readings() returns trigger language plpgsql as $$
begin
  perform note_openings(array_agg(object_id), array_agg(actor_id), array_agg(at))
     from new_entries
    where object_type = 'report' and object_id is not null and actor_id is not null and is_report_reading(action)
   having count(*) > 0;
  return null;
end $$;
create trigger activity_log_note_readings after insert on activity_log
  referencing new table as new_entries for each statement execute function note_readings();
