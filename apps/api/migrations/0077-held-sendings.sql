-- After a restored backup, or when the database was recovered to an earlier moment, nothing that waited is sent before an
-- Admin decides about its kind: most was sent already.
create table held_sendings (
  kind text primary key check (kind in ('patient-messages', 'account-mails', 'staff-notices')),
  waiting integer not null,
  held_at timestamptz(3) not null default clock_timestamp()
);
create table held_jobs (
  id bigint generated always as identity primary key,
  kind text not null references held_sendings (kind) on delete cascade,
  task text not null,
  payload json not null,
  max_attempts integer not null
);
create index held_jobs_of_kind on held_jobs (kind);
alter table report_announcements add column held_at timestamptz(3);
create index report_announcements_held on report_announcements (id) where held_at is not null;
create index deliveries_restored on deliveries (lab_id, id) where hold = 'restored';

-- Counted up here and in the file storage: a smaller number here says that the database is older than the storage.
alter table installation add column pulse bigint not null default 0;

-- `held_tasks` has the kind of each job that sends. The queue and the sequence belong to the owner.
create function hold_sendings(held_tasks jsonb) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  messages integer;
  announcements integer;
  critical integer;
  items integer;
  connections integer;
begin
  perform pg_advisory_xact_lock(hashtext('zelab held sendings'));
  insert into held_sendings (kind, waiting)
  select kind, 0 from unnest(array['patient-messages', 'account-mails', 'staff-notices']) kind
  on conflict do nothing;

  update deliveries set state = 'held', hold = 'restored', due_at = null
   where state = 'queued' or (state = 'held' and hold <> 'restored');
  get diagnostics messages = row_count;
  update report_announcements set held_at = clock_timestamp() where announced_at is null and held_at is null;
  get diagnostics announcements = row_count;
  with taken as (
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and held_tasks ? t.identifier
    returning held_tasks ->> t.identifier as kind, t.identifier as task, j.payload, j.max_attempts)
  insert into held_jobs (kind, task, payload, max_attempts) select * from taken;
  update held_sendings s
     set waiting = (select count(*) from held_jobs j where j.kind = s.kind)
                   + case s.kind when 'patient-messages' then
                       (select count(*) from deliveries where hold = 'restored')
                       + (select count(*) from report_announcements where held_at is not null and announced_at is null)
                     else 0 end;
  delete from held_sendings where waiting = 0 and kind <> 'staff-notices';

  update critical_results set restored_at = clock_timestamp() where closed_at is null and restored_at is null;
  get diagnostics critical = row_count;
  update inbox_items set escalation_held_at = clock_timestamp()
   where critical_since is not null and escalation_held_at is null;
  get diagnostics items = row_count;
  -- Clients keep their position in the feed, which changes since the backup have reached.
  delete from integration_tokens;
  perform setval(pg_get_serial_sequence('report_changes', 'sequence'),
                 nextval(pg_get_serial_sequence('report_changes', 'sequence')) + 1000000000);
  update integrations set state = 'paused', pause_cause = 'restored' where state = 'active'
      or (state = 'paused' and pause_cause <> 'restored');
  get diagnostics connections = row_count;
  return jsonb_build_object(
    'critical', critical + items, 'connections', connections,
    'kinds', (select jsonb_object_agg(kind, waiting) from held_sendings));
end $$;
