-- Tables get standard names. Views under the old names serve processes of the version before, which may still run during
-- an upgrade; a later migration drops them.

alter table throttles rename to rate_limits;
alter table rate_limits rename constraint throttles_pkey to rate_limits_pkey;

alter table unclaimed_files rename to orphaned_uploads;
alter table orphaned_uploads rename constraint unclaimed_files_pkey to orphaned_uploads_pkey;
alter index unclaimed_files_remove_from rename to orphaned_uploads_remove_from;

alter table settled_requests rename to idempotency_keys;
alter table idempotency_keys rename column settled_at to created_at;
alter table idempotency_keys rename constraint settled_requests_pkey to idempotency_keys_pkey;
alter table idempotency_keys rename constraint settled_requests_user_id_fkey to idempotency_keys_user_id_fkey;
alter index settled_requests_settled_at rename to idempotency_keys_created_at;

alter table day_volumes rename to daily_totals;
alter table daily_totals rename constraint day_volumes_pkey to daily_totals_pkey;
alter table day_volumes_state rename to daily_totals_state;
alter table daily_totals_state rename constraint day_volumes_state_pkey to daily_totals_state_pkey;
alter table daily_totals_state rename constraint day_volumes_state_only_row_check to daily_totals_state_only_row_check;
alter table volume_changes rename to daily_total_changes;
alter table daily_total_changes rename constraint volume_changes_kind_check to daily_total_changes_kind_check;

-- The bodies of trigger functions are texts, in which a table keeps its old name.
do $$
declare
  changed oid;
begin
  for changed in
    select oid from pg_proc where pronamespace = current_schema()::regnamespace and prosrc like '%volume_changes%'
  loop
    execute replace(pg_get_functiondef(changed), 'volume_changes', 'daily_total_changes');
  end loop;
end $$;

create view throttles as select * from rate_limits;
create view unclaimed_files as select * from orphaned_uploads;
create view settled_requests as
  select user_id, request_key, fingerprint, result_id, created_at as settled_at from idempotency_keys;
create view day_volumes as select * from daily_totals;
create view day_volumes_state as select * from daily_totals_state;
create view volume_changes as select * from daily_total_changes;
