-- A corrected fact that connected systems show is a change of each report that shows it.

-- Reports whose change is still to be noted, in batches: one row for each lab with connections.
create table report_corrections (
  id bigint generated always as identity primary key,
  lab_id bigint not null references labs (id) on delete cascade,
  subject text not null check (subject in ('patient', 'referrer', 'report-type', 'lab', 'user')),
  subject_id bigint not null,
  after_id bigint not null default 0
);
create index report_corrections_of_lab on report_corrections (lab_id);

-- Digest of the facts of other records that FHIR or HL7 show with a report.
create function shown_facts(report bigint) returns text language sql stable as $$
  select left(encode(sha256(convert_to(jsonb_build_array(
           p.full_name, p.date_of_birth, p.gender, p.emr_id, p.national_id, p.phone, p.email, p.address_line1, p.city,
           (select jsonb_agg(jsonb_build_array(d.full_name, d.relation, d.valid_from, d.valid_until) order by d.id)
              from patient_delegates d where d.patient_id = p.id and d.kind = 'guardian' and d.ended_at is null),
           o.name, o.license_number, t.title, t.loinc, l.name, l.address_line1, l.city,
           (select u.full_name from users u where u.id = coalesce(r.amended_by, r.uploaded_by)),
           (select u.full_name from unreleased_reports n join users u on u.id = n.released_by
             where n.id = r.release_id))::text, 'UTF8')), 'hex'), 16)
    from reports r
    join patients p on p.id = r.patient_id
    join report_types t on t.id = r.report_type_id
    join labs l on l.id = coalesce(r.lab_id, p.lab_id)
    left join visits v on v.id = r.visit_id and v.canceled_at is null
    left join referrers o on o.id = v.referrer_id
   where r.id = report
$$;

-- As in 0070, and the digest of what is shown. Changes of earlier versions have none. A correction goes to the receivers that
-- have the report or wait for it.
create or replace function note_report_change(changed bigint, hint text, former_referrer bigint, formerly_sensitive boolean,
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
                                and (c.closing is null or c.closing = 'read-back'))) as facts,
         shown_facts(r.id) as shown
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
       and (now_is.state <> 'current'
            or (before.facts - 'shown' = now_is.facts
                and case when hint = 'corrected' then before.facts ->> 'shown' is not distinct from now_is.shown
                         else coalesce(before.facts ->> 'shown', now_is.shown) = now_is.shown end
                and before.referrer_id is not distinct from now_is.referrer_id
                and before.is_sensitive = now_is.is_sensitive)) then
      return;
    end if;
  end if;
  kind := case when now_is.state = 'withdrawn' then 'withdrawn'
               when now_is.state = 'suspended' then 'suspended'
               when before.sequence is null and hint <> 'corrected' then hint
               when before.version < now_is.version then 'amended'
               when before.state <> 'current' then 'restored'
               else 'changed' end;
  insert into report_changes (lab_id, report_id, version, type, state, referrer_id, former_referrer_id, is_sensitive,
                              was_sensitive, facts)
  values (lab, changed, now_is.version, kind, now_is.state, now_is.referrer_id, former_referrer, now_is.is_sensitive,
          coalesce(formerly_sensitive, now_is.is_sensitive), now_is.facts || jsonb_build_object('shown', now_is.shown))
  returning sequence into noted;

  for receiver in
    with superseded as (
      update integration_sendings s set state = 'superseded', changed_at = clock_timestamp()
       where s.report_id = changed and s.state in ('waiting', 'refused') and not s.is_sending
      returning s.integration_id)
    insert into integration_sendings (integration_id, change_sequence, report_id)
    select i.id, noted, changed from integrations i
     where i.lab_id = lab and i.kind <> 'client' and i.state <> 'ended'
       and (exists (select from integration_reports a where a.integration_id = i.id and a.report_id = changed)
            or ((i.referrer_id is null or i.referrer_id = now_is.referrer_id)
                and (i.includes_sensitive or not now_is.is_sensitive)
                and now_is.state = 'current'
                and (hint <> 'corrected' or exists (select from superseded s where s.integration_id = i.id)))
            or exists (select from integration_sendings s where s.integration_id = i.id and s.report_id = changed
                         and s.is_sending))
    returning integration_id
  loop
    perform enqueue_receiver(receiver, clock_timestamp());
  end loop;
end $$;

-- A withdrawn report shows no facts.
create function note_correction(corrected bigint) returns void language plpgsql as $$
begin
  update reports set changed_at = clock_timestamp() where id = corrected and withdrawn_at is null;
  if found then perform note_report_change(corrected, 'corrected', null, null); end if;
end $$;

create function queue_correction(of_labs bigint[], corrected text, corrected_id bigint) returns void language plpgsql as $$
declare
  is_first boolean;
begin
  if coalesce(cardinality(of_labs), 0) = 0 then return; end if;
  is_first := not exists (select from report_corrections);
  insert into report_corrections (lab_id, subject, subject_id)
  select lab, corrected, corrected_id from unnest(of_labs) lab;
  -- The job of the next minute reads what follows meanwhile.
  if is_first then perform enqueue_job('note-changes-of-many', '{}', 12); end if;
end $$;

create function queue_correction_of_lab() returns trigger language plpgsql as $$
begin
  perform queue_correction(array(select distinct i.lab_id from integrations i
                                  where i.lab_id = case tg_argv[0] when 'lab' then new.id else (to_jsonb(new) ->> 'lab_id')::bigint end),
                           tg_argv[0], new.id);
  return null;
end $$;
create function queue_correction_of_any_lab() returns trigger language plpgsql as $$
begin
  perform queue_correction(array(select distinct i.lab_id from integrations i), tg_argv[0], new.id);
  return null;
end $$;
create function queue_correction_of_patient() returns trigger language plpgsql as $$
declare
  corrected bigint := (to_jsonb(new) ->> tg_argv[0])::bigint;
begin
  perform queue_correction(
    array(select distinct i.lab_id from integrations i
           where i.lab_id = (select p.lab_id from patients p where p.id = corrected)
              or exists (select from reports r where r.patient_id = corrected and r.lab_id = i.lab_id)),
    'patient', corrected);
  return null;
end $$;

create trigger patients_queue_correction
  after update of full_name, date_of_birth, gender, emr_id, national_id, phone, email, address_line1, city on patients
  for each row
  when ((new.full_name, new.date_of_birth, new.gender, new.emr_id, new.national_id, new.phone, new.email,
         new.address_line1, new.city)
        is distinct from (old.full_name, old.date_of_birth, old.gender, old.emr_id, old.national_id, old.phone, old.email,
                          old.address_line1, old.city))
  execute function queue_correction_of_patient('id');
create trigger patient_delegates_queue_correction after insert or update on patient_delegates
  for each row when (new.kind = 'guardian') execute function queue_correction_of_patient('patient_id');
create trigger referrers_queue_correction after update of name, license_number on referrers
  for each row when ((new.name, new.license_number) is distinct from (old.name, old.license_number))
  execute function queue_correction_of_lab('referrer');
create trigger labs_queue_correction after update of name, address_line1, city on labs
  for each row
  when ((new.name, new.address_line1, new.city) is distinct from (old.name, old.address_line1, old.city))
  execute function queue_correction_of_lab('lab');
create trigger report_types_queue_correction after update of title, loinc on report_types
  for each row when ((new.title, new.loinc) is distinct from (old.title, old.loinc))
  execute function queue_correction_of_any_lab('report-type');
create trigger users_queue_correction after update of full_name on users
  for each row when (new.full_name <> old.full_name) execute function queue_correction_of_any_lab('user');

-- The title of a type is the display of its code.
drop trigger report_types_changed on report_types;
create trigger report_types_changed before update of title, loinc, is_sensitive on report_types
  for each row
  when ((new.title, new.loinc, new.is_sensitive) is distinct from (old.title, old.loinc, old.is_sensitive))
  execute function set_report_type_changed();
