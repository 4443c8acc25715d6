-- A slip with a link to a visit. The link stays about the visit: report_links with a slip are the reports that it opened.
create table visit_slips (
  id bigint generated always as identity primary key,
  visit_id bigint not null references visits (id) on delete cascade,
  -- The patient of the visit when the slip was made, before any merge.
  patient_id bigint not null references patients (id) on delete cascade,
  token_hash bytea not null unique,
  language text not null check (language in ('en', 'ar')),
  link_days integer not null,
  wrong_tries integer not null default 0,
  locked_until timestamptz(3),
  device_hash bytea,
  revoked_at timestamptz(3),
  revocation text check (revocation in ('staff', 'renewed', 'wrong-tries')),
  created_by bigint references users (id),
  created_at timestamptz(3) not null default now(),
  constraint visit_slips_revocation_whole check ((revoked_at is null) = (revocation is null))
);
create index visit_slips_of_visit on visit_slips (visit_id, id);
create index visit_slips_of_patient on visit_slips (patient_id);

alter table report_links add column slip_id bigint references visit_slips (id) on delete cascade;
create index report_links_of_slip on report_links (slip_id) where slip_id is not null;

alter table link_sessions alter column link_id drop not null;
alter table link_sessions add column slip_id bigint references visit_slips (id) on delete cascade;
alter table link_sessions add constraint link_sessions_of_one check (num_nonnulls(link_id, slip_id) = 1);
create index link_sessions_of_slip on link_sessions (slip_id) where slip_id is not null;

-- The one place for the end of a slip. It follows the visit; an unpaid visit that holds its reports has not begun its days.
create function slip_ends_at(wanted bigint) returns timestamptz language sql stable strict as $function$
  select greatest(k.created_at, v.promised_at, v.target_at,
                  case when v.payment in ('paid', 'waived') then v.payment_at
                       when v.payment = 'due' and s.is_on and s.holds_unpaid then now() end)
         + k.link_days * interval '24 hours'
    from visit_slips k
    join visits v on v.id = k.visit_id
    left join lab_visit_settings s on s.lab_id = v.lab_id
   where k.id = wanted
$function$;

-- The patient of a visit before the merges that moved it and were not undone.
create function unmerged_patient_of_visit(wanted bigint) returns bigint language sql stable strict as $function$
  with recursive way as (
    select patient_id as id, 0 as steps from visits where id = wanted
    union all
    select m.merged_id, way.steps + 1
      from way join patient_merges m on m.survivor_id = way.id and m.undone_at is null and wanted = any (m.visit_ids)
  )
  select id from way order by steps desc limit 1
$function$;

-- Links that became one to a report in an earlier version.
insert into visit_slips (visit_id, patient_id, token_hash, language, link_days, wrong_tries, locked_until, device_hash,
                         revoked_at, revocation, created_by, created_at)
  select v.id, case when r.patient_id = v.patient_id then unmerged_patient_of_visit(v.id) else r.patient_id end,
         l.token_hash, d.language, greatest(1, round(extract(epoch from l.expires_at - l.created_at) / 86400)),
         l.wrong_tries, l.locked_until, l.device_hash, l.revoked_at,
         case when l.revocation in ('renewed', 'wrong-tries') then l.revocation
              when l.revocation is not null then 'staff' end,
         d.requested_by, l.created_at
    from activity_log a
    join deliveries d on d.report_id = a.object_id and d.channel = 'slip' and d.created_at = a.at
    join report_links l on l.delivery_id = d.id
    join reports r on r.id = d.report_id
    join visits v on v.id = substring(a.summary from '^The link to visit #(\d{1,18}) became')::bigint
   where a.action = 'delivery.hand-over' and a.object_type = 'report'
  on conflict (token_hash) do nothing;

insert into visit_slips (visit_id, patient_id, token_hash, language, link_days, created_by, created_at)
  -- A visit that went to another person meanwhile: the slip is of the one for whom it was made.
  select k.visit_id,
         coalesce(
           (select a.object_id from activity_log a join patients p on p.id = a.object_id
             where a.action = 'delivery.hand-over' and a.object_type = 'patient' and a.at = k.created_at
               and a.summary = 'Made a link to visit #' || k.visit_id || ' for patient ZL-' || a.object_id
               and surviving_patient(a.object_id) is distinct from v.patient_id
               and not exists (select from patient_merges m where m.survivor_id = a.object_id and v.id = any (m.visit_ids))
             limit 1),
           unmerged_patient_of_visit(k.visit_id)),
         k.token_hash, k.language, coalesce(s.link_days, 30), k.created_by, k.created_at
    from visit_links k
    join visits v on v.id = k.visit_id
    left join lab_delivery_settings s on s.lab_id = v.lab_id
  on conflict (token_hash) do nothing;

update report_links l set slip_id = k.id, expires_at = slip_ends_at(k.id)
  from visit_slips k where k.token_hash = l.token_hash;

-- Ends the links and sessions of a slip, too.
create function end_slip(wanted bigint, why text) returns void language plpgsql as $function$
begin
  update visit_slips set revoked_at = now(), revocation = why where id = wanted;
  -- For earlier versions.
  update visit_links set expires_at = now()
   where token_hash = (select token_hash from visit_slips where id = wanted) and expires_at > now();
  delete from link_sessions where slip_id = wanted;
  with ended as (
    update report_links set revoked_at = now(), revocation = why
     where slip_id = wanted and revoked_at is null
    returning delivery_id
  )
  insert into delivery_events (delivery_id, kind, detail) select delivery_id, 'revoked', why from ended;
end $function$;

-- The program and earlier versions write visit_links. A visit has one slip that works.
create function note_visit_slip() returns trigger language plpgsql as $function$
begin
  perform end_slip(id, 'renewed') from visit_slips
    where visit_id = new.visit_id and revocation is distinct from 'staff' and revocation is distinct from 'renewed';
  insert into visit_slips (visit_id, patient_id, token_hash, language, link_days, created_by, created_at)
    select v.id, unmerged_patient_of_visit(v.id), new.token_hash, new.language, coalesce(s.link_days, 30), new.created_by,
           new.created_at
      from visits v left join lab_delivery_settings s on s.lab_id = v.lab_id
     where v.id = new.visit_id;
  return null;
end $function$;
create trigger visit_links_slip after insert or update of token_hash on visit_links
  for each row execute function note_visit_slip();

-- Earlier versions turn the link of a visit into one to its first report.
create function attach_link_to_slip() returns trigger language plpgsql as $function$
begin
  new.slip_id := coalesce(new.slip_id, (select id from visit_slips where token_hash = new.token_hash));
  return new;
end $function$;
create trigger report_links_slip before insert on report_links for each row execute function attach_link_to_slip();

-- Earlier versions end the link of a report only.
create function end_slip_of_link() returns trigger language plpgsql as $function$
begin
  -- Not when a slip ends its links, or a report leaves its visit.
  if pg_trigger_depth() = 1 then
    perform end_slip(id, new.revocation) from visit_slips where id = new.slip_id and revoked_at is null;
  end if;
  return null;
end $function$;
create trigger report_links_end_slip after update of revoked_at on report_links for each row
  when (old.revoked_at is null and new.slip_id is not null and new.revocation in ('staff', 'wrong-tries'))
  execute function end_slip_of_link();

create function follow_visit_with_links() returns trigger language plpgsql as $function$
begin
  update report_links l set expires_at = slip_ends_at(l.slip_id)
    from visit_slips k
   where k.visit_id = new.id and l.slip_id = k.id and l.revoked_at is null
     and l.expires_at is distinct from slip_ends_at(l.slip_id)::timestamptz(3);
  return null;
end $function$;
create trigger visits_link_ends after update of promised_at, target_at, payment, payment_at on visits
  for each row execute function follow_visit_with_links();

create function end_links_of_left_visit() returns trigger language plpgsql as $function$
begin
  with ended as (
    update report_links l set revoked_at = now(), revocation = 'staff'
      from deliveries d, visit_slips k
     where d.report_id = new.id and l.delivery_id = d.id and k.id = l.slip_id and k.visit_id = old.visit_id
       and l.revoked_at is null
    returning d.id
  )
  insert into delivery_events (delivery_id, kind, detail) select id, 'revoked', 'staff' from ended;
  return null;
end $function$;
create trigger reports_left_visit after update of visit_id on reports
  for each row when (old.visit_id is not null and old.visit_id is distinct from new.visit_id)
  execute function end_links_of_left_visit();
