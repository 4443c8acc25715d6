-- How long records are kept, and whose must stay until a matter is settled.

alter table settings
  -- 25 years: UAE Federal Law 2 of 2019.
  add column retention_years smallint not null default 25 check (retention_years between 1 and 100);

create table legal_holds (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients,
  reason text not null,
  placed_by bigint not null references users,
  placed_at timestamptz(3) not null default clock_timestamp(),
  lift_reason text,
  lifted_by bigint references users,
  lifted_at timestamptz(3),
  constraint legal_holds_lifted_whole check (
    (lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (lift_reason is null)
  )
);
create index legal_holds_patient_id on legal_holds (patient_id);
create unique index legal_holds_one_at_a_time on legal_holds (patient_id) where lifted_at is null;

-- Nothing in the product erases a report. Whatever program tries: not before its time, and not under a hold.
create function keep_for_retention() returns trigger language plpgsql as $$
begin
  if exists (select 1 from legal_holds where patient_id = old.patient_id and lifted_at is null) then
    raise exception 'The records of patient % are under a legal hold', old.patient_id
      using errcode = 'restrict_violation';
  end if;
  if exists (
    select 1 from reports r, settings s
     where r.patient_id = old.patient_id
       and coalesce(r.amended_at, r.created_at) > now() - make_interval(years => s.retention_years)
  ) then
    raise exception 'The records of patient % have to be kept', old.patient_id
      using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger reports_kept before delete on reports for each row execute function keep_for_retention();

create function refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception 'Records have to be kept' using errcode = 'restrict_violation';
end $$;
create trigger reports_not_truncated before truncate on reports
  for each statement execute function refuse_truncate();
