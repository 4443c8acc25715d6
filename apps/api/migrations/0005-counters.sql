-- Totals without counting: at a million rows an exact count takes longer than everything else of a list together.

create table record_counts (
  kind text not null check (kind in ('patients', 'reports')),
  -- -1: every lab together. 0: of no lab (the Admin's reports).
  lab_id bigint not null,
  -- 0: every type together; always 0 for patients.
  report_type_id bigint not null,
  -- Several rows add up to one total, or everybody who registers a patient would wait for everybody else. A long
  -- transaction names one of its own (set_config), or whoever shares its slot would wait for its end.
  slot smallint not null,
  n bigint not null,
  primary key (kind, lab_id, report_type_id, slot)
) with (fillfactor = 50);

-- Rows are taken in one order, the one of every lab first: whoever has not got that one holds no other of the same
-- slot, so that two transactions never wait for each other.
create function add_counts(counted text, labs bigint[], types bigint[], changes bigint[]) returns void
language sql as $$
  insert into record_counts as c (kind, lab_id, report_type_id, slot, n)
  select counted, l.lab_id, t.type_id,
         coalesce(nullif(current_setting('zelab.count_slot', true), '')::smallint, pg_backend_pid() % 16),
         sum(d.change)
    from unnest(labs, types, changes) as d (lab_id, type_id, change)
   cross join lateral (values (-1::bigint), (coalesce(d.lab_id, 0))) as l (lab_id)
   cross join lateral (select distinct x from unnest(array[0, d.type_id]) as x) as t (type_id)
   group by l.lab_id, t.type_id having sum(d.change) <> 0
   order by l.lab_id, t.type_id
  on conflict (kind, lab_id, report_type_id, slot) do update set n = c.n + excluded.n
$$;

-- What the lists show: patients that were not merged into another record, reports that were not withdrawn.
create function count_patients() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_counts('patients', array_agg(g.lab_id), array_agg(0::bigint), array_agg(g.n))
       from (select lab_id, count(*) as n from new_rows where merged_into is null group by lab_id) g;
  elsif tg_op = 'DELETE' then
    perform add_counts('patients', array_agg(g.lab_id), array_agg(0::bigint), array_agg(g.n))
       from (select lab_id, -count(*) as n from old_rows where merged_into is null group by lab_id) g;
  else
    perform add_counts('patients', array_agg(g.lab_id), array_agg(0::bigint), array_agg(g.n))
       from (select lab_id, sum(change)::bigint as n
               from (select lab_id, 1 as change from new_rows where merged_into is null
                     union all
                     select lab_id, -1 from old_rows where merged_into is null) both_states
              group by lab_id having sum(change) <> 0) g;
  end if;
  return null;
end $$;
create trigger patients_count_inserted after insert on patients
  referencing new table as new_rows for each statement execute function count_patients();
create trigger patients_count_updated after update on patients
  referencing old table as old_rows new table as new_rows for each statement execute function count_patients();
create trigger patients_count_deleted after delete on patients
  referencing old table as old_rows for each statement execute function count_patients();

create function count_reports() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_counts('reports', array_agg(g.lab_id), array_agg(g.report_type_id), array_agg(g.n))
       from (select lab_id, report_type_id, count(*) as n from new_rows where withdrawn_at is null
              group by lab_id, report_type_id) g;
  elsif tg_op = 'DELETE' then
    perform add_counts('reports', array_agg(g.lab_id), array_agg(g.report_type_id), array_agg(g.n))
       from (select lab_id, report_type_id, -count(*) as n from old_rows where withdrawn_at is null
              group by lab_id, report_type_id) g;
  else
    perform add_counts('reports', array_agg(g.lab_id), array_agg(g.report_type_id), array_agg(g.n))
       from (select lab_id, report_type_id, sum(change)::bigint as n
               from (select lab_id, report_type_id, 1 as change from new_rows where withdrawn_at is null
                     union all
                     select lab_id, report_type_id, -1 from old_rows where withdrawn_at is null) both_states
              group by lab_id, report_type_id having sum(change) <> 0) g;
  end if;
  return null;
end $$;
create trigger reports_count_inserted after insert on reports
  referencing new table as new_rows for each statement execute function count_reports();
create trigger reports_count_updated after update on reports
  referencing old table as old_rows new table as new_rows for each statement execute function count_reports();
create trigger reports_count_deleted after delete on reports
  referencing old table as old_rows for each statement execute function count_reports();

-- The triggers hold off writers until this commits, so that nothing is counted twice or not at all.
select add_counts('patients', array_agg(g.lab_id), array_agg(0::bigint), array_agg(g.n))
  from (select lab_id, count(*) as n from patients where merged_into is null group by lab_id) g;
select add_counts('reports', array_agg(g.lab_id), array_agg(g.report_type_id), array_agg(g.n))
  from (select lab_id, report_type_id, count(*) as n from reports where withdrawn_at is null
         group by lab_id, report_type_id) g;

-- Every process remembers who is signed in for a moment; whatever shortens a session or changes an account is told to
-- all of them, when it commits.
create function tell_accounts_changed() returns trigger language plpgsql as $$
begin
  notify accounts;
  return null;
end $$;
create trigger sessions_ended after delete on sessions
  for each statement execute function tell_accounts_changed();
create trigger sessions_shortened after update on sessions
  for each row when (new.last_seen_at < old.last_seen_at or new.created_at < old.created_at)
  execute function tell_accounts_changed();
create trigger users_changed after update or delete on users
  for each statement execute function tell_accounts_changed();
create trigger labs_changed after update on labs
  for each statement execute function tell_accounts_changed();
create trigger settings_changed after update on settings
  for each statement execute function tell_accounts_changed();
