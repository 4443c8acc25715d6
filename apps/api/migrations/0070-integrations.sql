-- Systems of other organizations: clients read, receivers are told of every change of a report.
alter table settings add column country text not null default 'AE' check (country ~ '^[A-Z]{2}$');
alter table report_types
  add column loinc text check (loinc ~ '^[0-9]{1,7}-[0-9]$'),
  add column changed_at timestamptz(3);
create function set_report_type_changed() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end $$;
create trigger report_types_changed before update of loinc, is_sensitive on report_types
  for each row when (new.loinc is distinct from old.loinc or new.is_sensitive <> old.is_sensitive)
  execute function set_report_type_changed();
alter table report_files add column sha1 bytea check (octet_length(sha1) = 20);
-- The number that the clinic gave its order. A referrer is certain when staff chose it or its license number was stated.
alter table visits
  add column order_number text check (length(order_number) between 1 and 50),
  add column is_referrer_certain boolean not null default false;

-- `patient_lab_id` is the lab of the patient of a report that an Admin published. `certain_referrer_id` is the one of the
-- visit. Both are for the indexes of what a connection may read.
alter table reports
  add column changed_at timestamptz(3),
  add column patient_lab_id bigint,
  add column certain_referrer_id bigint;
update reports r set patient_lab_id = p.lab_id from patients p where p.id = r.patient_id and r.lab_id is null;

create function set_report_changed() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  new.patient_lab_id := case when new.lab_id is null then (select p.lab_id from patients p where p.id = new.patient_id) end;
  new.certain_referrer_id := (select v.referrer_id from visits v
    where v.id = new.visit_id and v.is_referrer_certain and v.canceled_at is null);
  return new;
end $$;
create trigger reports_changed_inserted before insert on reports for each row execute function set_report_changed();
create trigger reports_changed_updated
  before update of version, withdrawn_at, patient_id, visit_id, report_type_id, changed_at on reports
  for each row execute function set_report_changed();
create index reports_changed on reports
  (coalesce(lab_id, patient_lab_id), greatest(coalesce(changed_at, created_at), amended_at, withdrawn_at), id);
create index reports_changed_of_referrer on reports
  (certain_referrer_id, greatest(coalesce(changed_at, created_at), amended_at, withdrawn_at), id)
  where certain_referrer_id is not null;
create index report_versions_of_publisher on report_versions (published_by, report_id);
create index unreleased_reports_of_releaser on unreleased_reports (released_by, id) where released_by is not null;
create index patients_changed on patients (lab_id, updated_at, id);
create index visits_of_certain_referrer on visits (referrer_id, id) where is_referrer_certain;
create index visits_of_referred_patient on visits (referrer_id, patient_id) where is_referrer_certain;

create table integrations (
  id bigint generated always as identity primary key,
  lab_id bigint not null references labs (id) on delete cascade,
  kind text not null check (kind in ('client', 'webhook', 'hl7')),
  name text not null,
  purpose text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  legal_basis text check (length(legal_basis) between 10 and 500),
  referrer_id bigint,
  includes_sensitive boolean not null default false,
  state text not null default 'active' check (state in ('active', 'paused', 'ended')),
  pause_cause text check (pause_cause in ('staff', 'restored', 'gone')),
  created_by bigint not null references users (id),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  last_used_at timestamptz(3),
  -- Clients: keys of assertions, or the hash of a bearer key.
  client_id uuid not null unique default gen_random_uuid(),
  scopes text[] not null default '{}',
  jwks jsonb,
  jwks_uri text,
  key_hash bytea unique check (octet_length(key_hash) = 32),
  key_expires_at timestamptz(3),
  key_days smallint check (key_days between 1 and 365),
  key_reminded_days smallint check (key_reminded_days in (7, 30)),
  -- Receivers.
  url text,
  host text,
  port integer check (port between 1 and 65535),
  ca text,
  server_name text,
  processing_id text check (processing_id in ('T', 'P')),
  sending_application text,
  sending_facility text,
  receiving_application text,
  receiving_facility text,
  sealed_secret bytea,
  sealed_previous_secret bytea,
  previous_secret_until timestamptz(3),
  failing_since timestamptz(3),
  failure text,
  tries integer not null default 0,
  next_try_at timestamptz(3),
  failure_mails smallint not null default 0,
  constraint integrations_referrer_fkey foreign key (referrer_id, lab_id) references referrers (id, lab_id),
  constraint integrations_paused check ((state = 'paused') = (pause_cause is not null)),
  constraint integrations_ended check ((state = 'ended') = (ended_at is not null)),
  constraint integrations_key check (num_nonnulls(key_hash, key_expires_at, key_days) in (0, 3)),
  constraint integrations_previous_secret check ((sealed_previous_secret is null) = (previous_secret_until is null)),
  constraint integrations_whole check (
    case kind when 'client' then num_nonnulls(jwks, jwks_uri, key_hash) = 1 or state = 'ended'
              -- Its secret is lost with the key of the installation.
              when 'webhook' then url is not null and (sealed_secret is not null or state <> 'active')
              else num_nonnulls(host, port, server_name, processing_id, sending_application, sending_facility) = 6 end)
);
create index integrations_of_lab on integrations (lab_id, id);
create index integrations_with_key on integrations (key_expires_at) where key_expires_at is not null;
create index integrations_of_referrer on integrations (referrer_id) where referrer_id is not null;

create table integration_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  integration_id bigint not null references integrations (id) on delete cascade,
  scopes text[] not null,
  expires_at timestamptz(3) not null
);
create index integration_tokens_of_integration on integration_tokens (integration_id);
create index integration_tokens_by_age on integration_tokens (expires_at);

-- An assertion is accepted once.
create table integration_assertions (
  integration_id bigint not null references integrations (id) on delete cascade,
  jti_hash bytea not null check (octet_length(jti_hash) = 32),
  expires_at timestamptz(3) not null,
  primary key (integration_id, jti_hash)
);
create index integration_assertions_by_age on integration_assertions (expires_at);

-- Append-only. The order of `sequence` is the order of the commits of a lab.
create table report_changes (
  sequence bigint generated always as identity primary key,
  id uuid not null unique default gen_random_uuid(),
  lab_id bigint not null references labs (id),
  report_id bigint not null references reports (id),
  version integer not null,
  type text not null
    check (type in ('published', 'amended', 'withdrawn', 'suspended', 'restored', 'changed')),
  state text not null check (state in ('current', 'suspended', 'withdrawn')),
  referrer_id bigint,
  former_referrer_id bigint,
  is_sensitive boolean not null,
  was_sensitive boolean not null,
  facts jsonb not null,
  at timestamptz(3) not null default clock_timestamp()
);
create index report_changes_of_lab on report_changes (lab_id, sequence);
create index report_changes_of_report on report_changes (report_id, sequence desc);

create function refuse_report_change() returns trigger language plpgsql as $$
begin
  raise exception 'Changes of reports are append-only';
end $$;
create trigger report_changes_stay before update or delete on report_changes
  for each row execute function refuse_report_change();
create trigger report_changes_not_truncated before truncate on report_changes
  for each statement execute function refuse_report_change();

-- One change on its way to one receiver.
create table integration_sendings (
  id bigint generated always as identity primary key,
  integration_id bigint not null references integrations (id) on delete cascade,
  change_sequence bigint not null references report_changes (sequence),
  report_id bigint not null references reports (id),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused', 'superseded')),
  -- As sent.
  version integer,
  type text,
  answer text,
  tries integer not null default 0,
  first_refused_at timestamptz(3),
  next_try_at timestamptz(3) not null default now(),
  is_sending boolean not null default false,
  created_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default now()
);
create index integration_sendings_waiting on integration_sendings (integration_id, change_sequence)
  where state = 'waiting';
-- Few: those of running jobs, and of killed ones.
create index integration_sendings_sending on integration_sendings (integration_id) where is_sending;
create index integration_sendings_refused on integration_sendings (integration_id, id) where state = 'refused';
create index integration_sendings_newest on integration_sendings (integration_id, id desc);
create index integration_sendings_of_report on integration_sendings (report_id, id desc);
create index integration_sendings_by_age on integration_sendings (changed_at) where state <> 'waiting';

-- The last state of a report that a receiver accepted, or may have: without `accepted_at`, no answer has come so far.
create table integration_reports (
  integration_id bigint not null references integrations (id) on delete cascade,
  report_id bigint not null references reports (id),
  version integer not null,
  is_current boolean not null,
  accepted_at timestamptz(3),
  primary key (integration_id, report_id)
);
create index integration_reports_of_report on integration_reports (report_id);

-- Reports whose change is still to be noted, because their type became sensitive, or a connection lost its reach.
create table report_change_backlog (
  id bigint generated always as identity primary key,
  report_type_id bigint references report_types (id) on delete cascade,
  was_sensitive boolean,
  integration_id bigint references integrations (id) on delete cascade,
  after_report_id bigint not null default 0,
  check (num_nonnulls(report_type_id, integration_id) = 1)
);
create index report_change_backlog_of_type on report_change_backlog (report_type_id) where report_type_id is not null;
create index report_change_backlog_of_integration on report_change_backlog (integration_id)
  where integration_id is not null;

-- Notes the state of a report at the end of a transaction that changed it, once, and queues it for receivers. The lock
-- makes the order of `sequence` the order of commits. `hint` is the type without an earlier change to compare with.
create function note_report_change(changed bigint, hint text, former_referrer bigint, formerly_sensitive boolean,
                                   is_forced boolean default false)
returns void language plpgsql as $$
declare
  lab bigint;
  now_is record;
  before report_changes%rowtype;
  kind text;
  noted bigint;
  receiver bigint;
begin
  select coalesce(r.lab_id, p.lab_id) into lab from reports r join patients p on p.id = r.patient_id where r.id = changed;
  if lab is null or not exists (select from integrations i where i.lab_id = lab) then return; end if;
  perform pg_advisory_xact_lock(7310070, (lab % 2147483647)::integer);

  select r.version, t.is_sensitive,
         case when v.is_referrer_certain then v.referrer_id end as referrer_id,
         case when r.withdrawn_at is not null then 'withdrawn'
              when exists (select from unreleased_reports u where u.report_id = r.id
                            and u.state in ('awaiting', 'returned') and u.suspended_at is not null) then 'suspended'
              else 'current' end as state,
         jsonb_build_object(
           'patient', r.patient_id, 'visit', r.visit_id, 'order', v.order_number,
           'collected', coalesce(v.collected_at::text, v.collected_on::text),
           'critical', exists (select from critical_results c where c.report_id = r.id
                                and (c.closing is null or c.closing = 'read-back'))) as facts
    into now_is
    from reports r
    join report_types t on t.id = r.report_type_id
    left join visits v on v.id = r.visit_id and v.canceled_at is null
   where r.id = changed;
  select * into before from report_changes c where c.report_id = changed order by c.sequence desc limit 1;

  if before.sequence is not null then
    former_referrer := before.referrer_id;
    formerly_sensitive := before.is_sensitive;
    if before.state = now_is.state and before.version = now_is.version and not is_forced
       and (now_is.state <> 'current' or (before.facts = now_is.facts
            and before.referrer_id is not distinct from now_is.referrer_id
            and before.is_sensitive = now_is.is_sensitive)) then
      return;
    end if;
  end if;
  kind := case when now_is.state = 'withdrawn' then 'withdrawn'
               when now_is.state = 'suspended' then 'suspended'
               when before.sequence is null then hint
               when before.version < now_is.version then 'amended'
               when before.state <> 'current' then 'restored'
               else 'changed' end;
  insert into report_changes (lab_id, report_id, version, type, state, referrer_id, former_referrer_id, is_sensitive,
                              was_sensitive, facts)
  values (lab, changed, now_is.version, kind, now_is.state, now_is.referrer_id, former_referrer, now_is.is_sensitive,
          coalesce(formerly_sensitive, now_is.is_sensitive), now_is.facts)
  returning sequence into noted;

  update integration_sendings s set state = 'superseded', changed_at = clock_timestamp()
   where s.report_id = changed and s.state in ('waiting', 'refused') and not s.is_sending;
  for receiver in
    insert into integration_sendings (integration_id, change_sequence, report_id)
    select i.id, noted, changed from integrations i
     where i.lab_id = lab and i.kind <> 'client' and i.state <> 'ended'
       and (exists (select from integration_reports a where a.integration_id = i.id and a.report_id = changed)
            or ((i.referrer_id is null or i.referrer_id = now_is.referrer_id)
                and (i.includes_sensitive or not now_is.is_sensitive)
                and now_is.state = 'current')
            or exists (select from integration_sendings s where s.integration_id = i.id and s.report_id = changed
                         and s.is_sending))
    returning integration_id
  loop
    perform enqueue_receiver(receiver, clock_timestamp());
  end loop;
end $$;

create function note_change_of_report() returns trigger language plpgsql as $$
declare
  former bigint;
begin
  if tg_op = 'UPDATE' then
    select case when v.is_referrer_certain then v.referrer_id end into former from visits v where v.id = old.visit_id;
    perform note_report_change(new.id, case when new.version > old.version then 'amended' else 'changed' end, former,
      (select t.is_sensitive from report_types t where t.id = old.report_type_id));
  else
    perform note_report_change(new.id, 'published', null, null);
  end if;
  return null;
end $$;
create constraint trigger reports_note_change_inserted after insert on reports
  deferrable initially deferred for each row execute function note_change_of_report();
create constraint trigger reports_note_change_updated
  after update of version, withdrawn_at, patient_id, visit_id, report_type_id on reports
  deferrable initially deferred for each row execute function note_change_of_report();

-- Without a connection, nobody reads when a report was flagged or suspended.
create function note_change_of_part() returns trigger language plpgsql as $$
begin
  if exists (select from integrations) then
    update reports set changed_at = now() where id = new.report_id;
    perform note_report_change(new.report_id, tg_argv[0], null, null);
  end if;
  return null;
end $$;
create constraint trigger unreleased_reports_note_suspended after insert on unreleased_reports
  deferrable initially deferred for each row when (new.suspended_at is not null)
  execute function note_change_of_part('suspended');
create constraint trigger unreleased_reports_note_change after update of suspended_at, state on unreleased_reports
  deferrable initially deferred for each row
  when (new.report_id is not null and (new.suspended_at is distinct from old.suspended_at
        or (new.suspended_at is not null and new.state <> old.state)))
  execute function note_change_of_part('restored');
create constraint trigger critical_results_note_flagged after insert on critical_results
  deferrable initially deferred for each row when (new.report_id is not null)
  execute function note_change_of_part('changed');
create constraint trigger critical_results_note_change after update of report_id, closing on critical_results
  deferrable initially deferred for each row
  when (new.report_id is not null
        and (new.closing is distinct from old.closing or new.report_id is distinct from old.report_id))
  execute function note_change_of_part('changed');

create function note_change_of_visit() returns trigger language plpgsql as $$
declare
  report bigint;
begin
  for report in select r.id from reports r where r.visit_id = new.id order by r.id loop
    update reports set changed_at = now() where id = report;
    perform note_report_change(report, 'changed', case when old.is_referrer_certain then old.referrer_id end, null);
  end loop;
  return null;
end $$;
create constraint trigger visits_note_change
  after update of referrer_id, is_referrer_certain, order_number, collected_at, collected_on, canceled_at on visits
  deferrable initially deferred for each row
  when (new.referrer_id is distinct from old.referrer_id or new.is_referrer_certain <> old.is_referrer_certain
        or new.order_number is distinct from old.order_number or new.collected_at is distinct from old.collected_at
        or new.collected_on is distinct from old.collected_on or new.canceled_at is distinct from old.canceled_at)
  execute function note_change_of_visit();

create function note_changed_sensitivity() returns trigger language plpgsql as $$
begin
  insert into report_change_backlog (report_type_id, was_sensitive) values (new.id, old.is_sensitive);
  return null;
end $$;
create trigger report_types_note_sensitivity after update of is_sensitive on report_types
  for each row when (new.is_sensitive <> old.is_sensitive) execute function note_changed_sensitivity();

create or replace function is_viewing(action text) returns boolean language sql immutable parallel safe
return action in ('patient.view', 'patient.list', 'patient.check', 'inbox.list', 'inbox.view', 'release.open',
  'release.list', 'report.view', 'report.list', 'report.preview', 'report.download', 'search.records',
  'dashboard.view', 'integration.read');
