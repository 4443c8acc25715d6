-- Off without a row.
create table lab_visit_settings (
  lab_id bigint primary key references labs (id) on delete cascade,
  is_on boolean not null default false
);

-- Doctors and clinics that refer patients to a lab.
create table referrers (
  id bigint generated always as identity primary key,
  lab_id bigint not null references labs (id) on delete cascade,
  kind text not null check (kind in ('doctor', 'clinic')),
  name text not null,
  folded_name text generated always as (fold_text(name)) stored not null,
  phone text,
  email text,
  license_number text,
  created_at timestamptz(3) not null default now(),
  -- No longer offered; visits keep it.
  archived_at timestamptz(3),
  constraint referrers_lab_key unique (id, lab_id)
);
create unique index referrers_name_key on referrers (lab_id, folded_name) where archived_at is null;

create table visits (
  id bigint generated always as identity primary key,
  lab_id bigint not null references labs (id),
  patient_id bigint not null references patients (id) on delete cascade,
  referrer_id bigint,
  collected_at timestamptz(3),
  received_at timestamptz(3),
  promised_at timestamptz(3),
  payment text not null default 'unknown' check (payment in ('unknown', 'due', 'paid', 'waived')),
  payment_by bigint references users (id),
  payment_at timestamptz(3),
  waiver_reason text,
  note text,
  -- The sender's number of the order, of a visit that an HL7 message made.
  order_key text,
  -- Null for the service itself.
  created_by bigint references users (id),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  canceled_by bigint references users (id),
  canceled_at timestamptz(3),
  -- Whether an expected report is missing; kept by triggers.
  is_awaited boolean not null default false,
  constraint visits_patient_key unique (id, patient_id),
  constraint visits_referrer_fkey foreign key (referrer_id, lab_id) references referrers (id, lab_id),
  constraint visits_received check (received_at >= collected_at),
  constraint visits_promised check (promised_at >= greatest(collected_at, received_at)),
  constraint visits_waived check ((payment = 'waived') = (waiver_reason is not null))
);
create index visits_of_patient on visits (patient_id, id);
create index visits_of_referrer on visits (referrer_id) where referrer_id is not null;
create unique index visits_of_order on visits (patient_id, order_key) where order_key is not null;
create index visits_promised on visits (lab_id, promised_at, id) where is_awaited;
create index visits_promised_anywhere on visits (promised_at, id) where is_awaited;
create index visits_awaited on visits (lab_id, coalesce(promised_at, created_at), id) where is_awaited;
create index visits_awaited_anywhere on visits (coalesce(promised_at, created_at), id) where is_awaited;

create table visit_report_types (
  visit_id bigint not null references visits (id) on delete cascade,
  report_type_id bigint not null references report_types (id),
  primary key (visit_id, report_type_id)
);
create index visit_report_types_of_type on visit_report_types (report_type_id);

alter table reports add column visit_id bigint;
-- Checked at the end of a transaction, because merging moves reports before visits.
alter table reports add constraint reports_visit_fkey foreign key (visit_id, patient_id)
  references visits (id, patient_id) deferrable initially deferred not valid;
create index reports_of_visit on reports (visit_id, report_type_id) where visit_id is not null;

-- What an HL7 message says of the visit, until a person or a rule publishes the item.
alter table inbox_items add column visit jsonb;

alter table patient_merges add column visit_ids bigint[] not null default '{}';

create function follow_visit(visit bigint) returns void language plpgsql as $$
begin
  -- Locked by its own statement, so that the next one sees what concurrent transactions did to the visit.
  perform 1 from visits where id = visit for no key update;
  update visits v
     set is_awaited = v.canceled_at is null and exists (
           select 1 from visit_report_types e
            where e.visit_id = v.id and not exists (
              select 1 from reports r
               where r.visit_id = v.id and r.report_type_id = e.report_type_id and r.withdrawn_at is null))
   where v.id = visit;
end $$;

create function follow_visit_of_report() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.visit_id is not null and old.visit_id is distinct from new.visit_id then
    perform follow_visit(old.visit_id);
  end if;
  if new.visit_id is not null then perform follow_visit(new.visit_id); end if;
  return null;
end $$;
create trigger reports_follow_visit_inserted after insert on reports
  for each row when (new.visit_id is not null) execute function follow_visit_of_report();
create trigger reports_follow_visit_changed after update of visit_id, report_type_id, withdrawn_at on reports
  for each row when (old.visit_id is not null or new.visit_id is not null)
  execute function follow_visit_of_report();

create function follow_expected_type() returns trigger language plpgsql as $$
begin
  perform follow_visit(coalesce(new.visit_id, old.visit_id));
  return null;
end $$;
create trigger visit_report_types_follow after insert or delete on visit_report_types
  for each row execute function follow_expected_type();
