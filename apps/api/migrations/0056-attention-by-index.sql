-- The counts of the sidebar read what they count. Both tables may have rows too many, which the statements check again,
-- and never one too few. Triggers maintain them, also for earlier versions of the program.

-- Deliveries with a link that was not opened and a report that was not handed over on paper.
create table unopened_deliveries (
  delivery_id bigint primary key references deliveries (id) on delete cascade,
  lab_id bigint not null,
  ends_at timestamptz(3) not null
);
create index unopened_deliveries_of_lab on unopened_deliveries (lab_id, ends_at);
create index unopened_deliveries_anywhere on unopened_deliveries (ends_at);

-- The lock is a statement of its own, so that the next one sees changes of other links that it waited for.
create function note_unopened_link() returns trigger language plpgsql as $$
begin
  if new.first_opened_at is null and new.revoked_at is null then
    insert into unopened_deliveries as u (delivery_id, lab_id, ends_at)
      select d.id, d.lab_id, new.expires_at from deliveries d
       where d.id = new.delivery_id and not exists (
         select 1 from deliveries k
          where k.report_id = d.report_id and k.channel = 'paper' and k.report_version >= d.report_version)
      on conflict (delivery_id) do update set ends_at = greatest(u.ends_at, excluded.ends_at);
  else
    perform 1 from unopened_deliveries where delivery_id = new.delivery_id for update;
    delete from unopened_deliveries u
     where u.delivery_id = new.delivery_id
       and (new.first_opened_at is not null or not exists (
         select 1 from report_links l
          where l.delivery_id = u.delivery_id and l.first_opened_at is null and l.revoked_at is null));
  end if;
  return null;
end $$;
create trigger report_links_unopened after insert or update of first_opened_at, revoked_at, expires_at on report_links
  for each row execute function note_unopened_link();

create function note_paper() returns trigger language plpgsql as $$
begin
  delete from unopened_deliveries u using deliveries d
   where d.report_id = new.report_id and d.report_version <= new.report_version and u.delivery_id = d.id;
  return null;
end $$;
create trigger deliveries_on_paper after insert on deliveries
  for each row when (new.channel = 'paper') execute function note_paper();

insert into unopened_deliveries (delivery_id, lab_id, ends_at)
  select d.id, d.lab_id, max(l.expires_at)
    from report_links l join deliveries d on d.id = l.delivery_id
   where l.first_opened_at is null and l.revoked_at is null and l.expires_at > now()
     and not exists (select 1 from report_links o where o.delivery_id = d.id and o.first_opened_at is not null)
     and not exists (select 1 from deliveries k
                      where k.report_id = d.report_id and k.channel = 'paper' and k.report_version >= d.report_version)
   group by d.id;

-- Reports of the last 30 days that were not sent, and whose patient has no contact with consent. A job removes the others
-- and sets `agreed_email`: labs without automatic sending owe a report only to patients who agreed to emails.
create table unreached_reports (
  report_id bigint primary key references reports (id) on delete cascade,
  lab_id bigint not null,
  published_at timestamptz(3) not null,
  agreed_email boolean
);
create index unreached_reports_of_lab on unreached_reports (lab_id, published_at desc, report_id desc);
create index unreached_reports_anywhere on unreached_reports (published_at desc, report_id desc);
create index unreached_reports_owed on unreached_reports (lab_id, published_at desc, report_id desc)
  where agreed_email is not false;
create index unreached_reports_unchecked on unreached_reports (report_id) where agreed_email is null;

create function note_unreached(reports_of_patient bigint, one_report bigint) returns void language sql as $$
  insert into unreached_reports (report_id, lab_id, published_at)
    select r.id, p.lab_id, r.created_at from reports r join patients p on p.id = r.patient_id
     where (r.patient_id = reports_of_patient or r.id = one_report)
       and r.withdrawn_at is null and r.created_at > now() - interval '30 days'
    on conflict (report_id) do update set agreed_email = null, lab_id = excluded.lab_id
$$;

create function note_unreached_report() returns trigger language plpgsql as $$
begin
  if new.withdrawn_at is null then perform note_unreached(null, new.id);
  else delete from unreached_reports where report_id = new.id;
  end if;
  return null;
end $$;
create trigger reports_unreached after insert or update of withdrawn_at, patient_id on reports
  for each row execute function note_unreached_report();

create function note_sending() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    delete from unreached_reports where report_id = new.report_id;
  else
    perform note_unreached(null, old.report_id);
  end if;
  return null;
end $$;
create trigger deliveries_sending after insert on deliveries
  for each row when (new.state <> 'canceled') execute function note_sending();
create trigger deliveries_canceled after update of state on deliveries
  for each row when (new.state = 'canceled') execute function note_sending();
create trigger deliveries_deleted after delete on deliveries
  for each row execute function note_sending();

create function note_contact() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'patients' then perform note_unreached(new.id, null);
  elsif tg_op = 'DELETE' then perform note_unreached(old.patient_id, null);
  else perform note_unreached(new.patient_id, null);
  end if;
  return null;
end $$;
create trigger patient_consents_contact after insert or update or delete on patient_consents
  for each row execute function note_contact();
create trigger patients_contact after update of email on patients
  for each row when (old.email is distinct from new.email) execute function note_contact();

-- Checks up to `most` reports under their lock, in a statement that sees what was committed before it.
create function settle_unreached_reports(most integer) returns integer language plpgsql as $$
declare
  ids bigint[] := array(select report_id from unreached_reports where agreed_email is null
                         order by report_id limit most for update skip locked);
begin
  with checked as (
    select r.id, agreed.email,
           r.withdrawn_at is null and not agreed.phone and not (agreed.email and p.email is not null)
             and not exists (select 1 from deliveries d where d.report_id = r.id and d.state <> 'canceled') as is_unreached
      from reports r join patients p on p.id = r.patient_id
     cross join lateral (
       select coalesce(bool_or(n.is_given) filter (where n.channel = 'email'), false) as email,
              coalesce(bool_or(n.is_given) filter (where n.channel <> 'email'), false) as phone
         from (select distinct on (c.channel) c.channel, c.is_given from patient_consents c
                where c.patient_id = p.id order by c.channel, c.id desc) n
     ) agreed
     where r.id = any (ids)
  ), removed as (
    delete from unreached_reports where report_id in (select id from checked where not is_unreached)
  )
  update unreached_reports u set agreed_email = c.email from checked c where u.report_id = c.id and c.is_unreached;
  return cardinality(ids);
end $$;

insert into unreached_reports (report_id, lab_id, published_at)
  select r.id, p.lab_id, r.created_at from reports r join patients p on p.id = r.patient_id
   where r.withdrawn_at is null and r.created_at > now() - interval '30 days'
     and not exists (select 1 from deliveries d where d.report_id = r.id and d.state <> 'canceled');
select settle_unreached_reports(2147483647);
