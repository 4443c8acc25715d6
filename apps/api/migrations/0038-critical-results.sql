-- Off without a row.
create table lab_critical_settings (
  lab_id bigint primary key references labs (id) on delete cascade,
  is_on boolean not null default false,
  target_minutes integer not null default 30 check (target_minutes in (15, 30, 60))
);

-- Who is told of a result that nobody has read back, from half the target or from the whole target on.
create table lab_critical_contacts (
  lab_id bigint not null references lab_critical_settings (lab_id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  step text not null check (step in ('half', 'target')),
  primary key (lab_id, step, user_id)
);
create index lab_critical_contacts_of_user on lab_critical_contacts (user_id);

create table critical_results (
  id bigint generated always as identity primary key,
  report_id bigint not null references reports (id),
  -- The lab of the patient.
  lab_id bigint not null references labs (id),
  cause text not null check (cause in ('flagged', 'corrected', 'reassigned')),
  flagged_by bigint not null references users (id),
  flagged_at timestamptz(3) not null default now(),
  target_minutes integer not null,
  due_at timestamptz(3) not null,
  -- Steps of the escalation whose messages are queued.
  escalations integer not null default 0,
  -- Null after the last step.
  next_escalation_at timestamptz(3),
  closed_at timestamptz(3),
  closed_by bigint references users (id),
  closing text check (closing in ('read-back', 'withdrawn', 'reassigned')),
  -- The end of the call that was read back.
  informed_at timestamptz(3),
  -- A Doctor lets messages to the patient go before the result is closed.
  message_allowed_at timestamptz(3),
  message_allowed_by bigint references users (id),
  message_reason text,
  constraint critical_results_closed check ((closed_at is null) = (closing is null)),
  constraint critical_results_informed check ((closing is not distinct from 'read-back') = (informed_at is not null)),
  constraint critical_results_allowed check ((message_allowed_at is null) = (message_allowed_by is null))
);
create unique index critical_results_open on critical_results (report_id) where closed_at is null;
create index critical_results_of_report on critical_results (report_id, id);
create index critical_results_due on critical_results (lab_id, due_at, id) where closed_at is null;
create index critical_results_due_anywhere on critical_results (due_at, id) where closed_at is null;
create index critical_results_escalation on critical_results (next_escalation_at) where closed_at is null;
create index critical_results_informed on critical_results (lab_id, closed_at, id) where closing = 'read-back';
create index critical_results_informed_anywhere on critical_results (closed_at, id) where closing = 'read-back';
create index critical_results_flagged on critical_results (lab_id, flagged_at, id);
create index critical_results_flagged_anywhere on critical_results (flagged_at, id);

create table critical_calls (
  id bigint generated always as identity primary key,
  critical_result_id bigint not null references critical_results (id),
  called_by bigint not null references users (id),
  person text not null check (btrim(person) <> ''),
  person_role text not null check (btrim(person_role) <> ''),
  phone text,
  began_at timestamptz(3) not null,
  ended_at timestamptz(3) not null,
  read_out text,
  outcome text not null check (outcome in ('read-back', 'reached', 'not-reached')),
  recorded_at timestamptz(3) not null default now(),
  constraint critical_calls_times check (ended_at >= began_at),
  constraint critical_calls_read check (outcome = 'not-reached' or read_out is not null)
);
create index critical_calls_of_result on critical_calls (critical_result_id, id);

create function refuse_call_change() returns trigger language plpgsql as $$
begin
  raise exception 'Recorded calls stay as they were';
end $$;
create trigger critical_calls_stay before update or delete on critical_calls
  for each row execute function refuse_call_change();
create trigger critical_calls_not_truncated before truncate on critical_calls
  for each statement execute function refuse_call_change();

-- A withdrawal ends the clock; a correction of a result that was read back starts another one.
create function follow_critical_report() returns trigger language plpgsql as $$
begin
  if old.withdrawn_at is null and new.withdrawn_at is not null then
    update critical_results
       set closed_at = now(), closed_by = new.withdrawn_by, closing = 'withdrawn'
     where report_id = new.id and closed_at is null;
  elsif new.version > old.version then
    insert into critical_results (report_id, lab_id, cause, flagged_by, flagged_at, target_minutes, due_at,
                                  next_escalation_at)
    select new.id, s.lab_id, 'corrected', new.amended_by, now(), s.target_minutes,
           now() + make_interval(mins => s.target_minutes), now() + make_interval(mins => s.target_minutes) / 2
      from (select lab_id, closed_at from critical_results where report_id = new.id order by id desc limit 1) c
      join lab_critical_settings s on s.lab_id = c.lab_id and s.is_on
     where c.closed_at is not null
       for share of s;
  end if;
  return null;
end $$;
create trigger reports_follow_critical after update of version, withdrawn_at on reports
  for each row execute function follow_critical_report();

-- The person called was told about the wrong patient, so the report of the right one is critical again. The clock of an
-- open result runs on: its report was withdrawn by the transaction that adds this one.
create function move_critical_result() returns trigger language plpgsql as $$
declare
  earlier critical_results;
begin
  select * into earlier from critical_results where report_id = new.republished_from order by id desc limit 1;
  if not found then return null; end if;
  if earlier.closing = 'withdrawn' then
    update critical_results set closing = 'reassigned' where id = earlier.id;
  else
    earlier.flagged_at := now();
    earlier.due_at := null;
    earlier.escalations := 0;
  end if;
  insert into critical_results (report_id, lab_id, cause, flagged_by, flagged_at, target_minutes, due_at, escalations,
                                next_escalation_at)
  select new.id, s.lab_id, 'reassigned', new.uploaded_by, earlier.flagged_at,
         case when earlier.due_at is null then s.target_minutes else earlier.target_minutes end,
         coalesce(earlier.due_at, now() + make_interval(mins => s.target_minutes)), earlier.escalations,
         case when earlier.due_at is null then now() + make_interval(mins => s.target_minutes) / 2
              else earlier.next_escalation_at end
    from patients p join lab_critical_settings s on s.lab_id = p.lab_id and s.is_on
   where p.id = new.patient_id
     for share of s;
  return null;
end $$;
create trigger reports_move_critical after insert on reports
  for each row when (new.republished_from is not null) execute function move_critical_result();

-- What the sender says of the result (HL7 OBX-8).
alter table inbox_items add column is_critical boolean not null default false;
