-- What the migrations make. Written by `npm run schema`; for reading and comparing, never run.

create extension btree_gin;

create extension pg_trgm;

CREATE OR REPLACE FUNCTION public.add_counts(counted text, labs bigint[], types bigint[], changes bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.announce_report_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into report_announcements (report_id, kind)
      select new.id, 'published'
        from patients p join lab_delivery_settings s on s.lab_id = p.lab_id and s.is_automatic
       where p.id = new.patient_id;
  elsif exists (select 1 from deliveries d where d.report_id = new.id) then
    if old.withdrawn_at is null and new.withdrawn_at is not null then
      insert into report_announcements (report_id, kind, needs_confirmation)
        values (
          new.id,
          case when new.withdrawal_reason = 'wrong-patient' then 'sent-in-error' else 'withdrawn' end,
          new.withdrawal_reason = 'wrong-patient'
        );
    elsif new.version > old.version then
      insert into report_announcements (report_id, kind) values (new.id, 'amended');
    end if;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.are_of_one_lab(one bigint, other bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select (select lab_id from patients where id = one) = (select lab_id from patients where id = other)
$function$;

CREATE OR REPLACE FUNCTION public.attach_link_to_slip()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.slip_id := coalesce(new.slip_id, (select id from visit_slips where token_hash = new.token_hash));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_critical_call()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from critical_results c
     where c.id = new.critical_result_id and works_in(new.called_by, c.lab_id, '{2,3}')
       and (c.closing is null or c.closing = 'read-back')) then
    raise exception 'A Doctor or Technician of the lab calls about its critical results' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_critical_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  joined critical_results;
  minutes numeric;
begin
  if (new.flagged_at, new.due_at, new.escalations, new.next_escalation_at)
     is distinct from (old.flagged_at, old.due_at, old.escalations, old.next_escalation_at) then
    -- The published report and its amendment were both flagged: the earlier clock runs on.
    select u.* into joined
      from reports r join critical_results u on u.unreleased_id = r.release_id and u.report_id is null and u.closed_at is null
     where r.id = new.report_id;
    if old.closed_at is not null then
      raise exception 'The clock of a closed critical result stays' using errcode = 'check_violation';
    elsif new.escalations = old.escalations then
      if joined.id is null or (new.flagged_at, new.due_at, new.next_escalation_at) is distinct from
           (least(old.flagged_at, joined.flagged_at), least(old.due_at, joined.due_at),
            least(old.next_escalation_at, joined.next_escalation_at)) then
        raise exception 'The clock of a critical result stays' using errcode = 'check_violation';
      end if;
    else
      -- At the target, then every 15 minutes for a day (escalation-steps.ts).
      minutes := extract(epoch from new.next_escalation_at - new.flagged_at) / 60 - new.target_minutes;
      if (new.flagged_at, new.due_at) is distinct from (old.flagged_at, old.due_at)
         or old.next_escalation_at is null or new.escalations < old.escalations
         or new.next_escalation_at <= old.next_escalation_at
         or new.next_escalation_at > new.flagged_at + interval '24 hours'
         or minutes < 0 or mod(minutes, 15) <> 0
         or new.next_escalation_at is null and new.escalations < 2 + (24 * 60 - new.target_minutes) / 15 then
        raise exception 'A critical result escalates step by step' using errcode = 'check_violation';
      end if;
    end if;
  end if;

  if new.restored_at is distinct from old.restored_at and new.restored_at is not null then
    raise exception 'Only a restore holds critical results' using errcode = 'check_violation';
  end if;

  if (new.message_allowed_at, new.message_allowed_by, new.message_reason, new.message_version, new.message_sha256)
     is distinct from
     (old.message_allowed_at, old.message_allowed_by, old.message_reason, old.message_version, old.message_sha256)
     and (old.closed_at is not null or new.message_reason is null
          or (new.message_version, new.message_sha256) is distinct from (new.version, new.sha256)
          or not works_in(new.message_allowed_by, new.lab_id, '{2}')) then
    raise exception 'A Doctor allows the message about the version' using errcode = 'check_violation';
  end if;

  if new.report_id is distinct from old.report_id then
    if new.sha256 is distinct from old.sha256 or new.revision is distinct from old.revision
       or new.about_since is distinct from old.about_since
       or new.version is distinct from (case when old.closed_at is null then
            (select version from reports where id = new.report_id) end) then
      raise exception 'A released critical result is about what it was' using errcode = 'check_violation';
    end if;
  elsif (new.version, new.revision, new.sha256, new.about_since)
        is distinct from (old.version, old.revision, old.sha256, old.about_since)
        and (old.closed_at is not null or new.about_since is distinct from now()::timestamptz(3)
             or (new.version, new.revision, new.sha256) is not distinct from (old.version, old.revision, old.sha256)
             or not exists (
               select from reports r join report_files f on f.id = r.file_id
                where r.id = new.report_id and new.revision is null and (r.version, f.sha256) = (new.version, new.sha256)
               union all
               select from unreleased_reports u
                where u.id = new.unreleased_id and new.report_id is null and new.version is null
                  and (u.revision, u.sha256) = (new.revision, new.sha256))) then
    raise exception 'A critical result is about the current version' using errcode = 'check_violation';
  end if;

  if (new.closing, new.closed_by) is distinct from (old.closing, old.closed_by) and not (case new.closing
       when 'read-back' then exists (
         select from critical_calls k
          where k.critical_result_id = new.id and k.outcome = 'read-back' and k.called_by = new.closed_by
            and greatest(k.ended_at, new.flagged_at) = new.informed_at)
       when 'mistaken' then works_in(new.closed_by, new.lab_id, '{2}')
       when 'withdrawn' then exists (
         select from reports r
          where r.id = new.report_id and r.withdrawn_at is not null and r.withdrawn_by = new.closed_by
         union all
         select from unreleased_reports u
          where u.id = new.unreleased_id and new.report_id is null and u.state = 'discarded'
            and u.discarded_by is not distinct from new.closed_by)
       when 'reassigned' then old.closing = 'withdrawn' and exists (
         select from reports r where r.republished_from = new.report_id
         union all
         select from unreleased_reports u where u.republished_from = new.report_id)
       when 'joined' then new.report_id is null and exists (
         select from reports r join critical_results c on c.report_id = r.id and c.closed_at is null
          where r.release_id = new.unreleased_id)
       else false end) then
    raise exception 'A critical result closes with what closes it' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_critical_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.escalation_held_at is distinct from old.escalation_held_at and new.escalation_held_at is not null then
    raise exception 'Only a restore holds critical results' using errcode = 'check_violation';
  end if;
  if new.critical_since is null then
    if old.critical_since is not null and new.state = 'open' and new.is_critical
       and new.claimed_until is not distinct from old.claimed_until
       and not exists (select from unreleased_reports u where u.inbox_item_id = new.id) then
      raise exception 'A critical item waits until it is opened' using errcode = 'check_violation';
    end if;
  elsif new.critical_since is distinct from old.critical_since then
    if old.critical_since is not null or new.critical_since <> now()::timestamptz(3) then
      raise exception 'The clock of a critical item starts now' using errcode = 'check_violation';
    end if;
  elsif (new.escalations, new.next_escalation_at) is distinct from (old.escalations, old.next_escalation_at)
        and (new.escalations <= old.escalations or old.next_escalation_at is null
             or new.next_escalation_at <= old.next_escalation_at
             or new.next_escalation_at > new.critical_since + interval '24 hours'
             or new.next_escalation_at is null and new.escalations < 2 + (24 * 60 - coalesce(
                  (select target_minutes from lab_critical_settings where lab_id = new.lab_id), 30)) / 15) then
    raise exception 'A critical item escalates step by step' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_merge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.merged_into = new.id or not are_of_one_lab(new.id, new.merged_into) then
    raise exception 'Records stay in their lab' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_new_critical_result()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  subject record;
begin
  select p.lab_id, s.republished_from into subject
    from (select patient_id, republished_from from reports where id = new.report_id
          union all
          select patient_id, republished_from from unreleased_reports where id = new.unreleased_id and new.report_id is null) s
    join patients p on p.id = s.patient_id;
  if subject.lab_id is distinct from new.lab_id then
    raise exception 'A critical result is of the lab of its patient' using errcode = 'check_violation';
  end if;
  if new.cause = 'reassigned' then
    if subject.republished_from is null then
      raise exception 'Only a report for another patient takes a clock along' using errcode = 'check_violation';
    end if;
  elsif new.due_at is distinct from new.flagged_at + make_interval(mins => new.target_minutes)
        or new.next_escalation_at is null or new.next_escalation_at > new.due_at or new.escalations <> 0 then
    raise exception 'The clock of a critical result starts with its flag' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_release()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  releaser_type bigint;
  settings lab_release_settings;
begin
  if tg_op = 'DELETE' then
    if old.state <> 'discarded' then
      raise exception 'A report that awaits release is discarded first' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 'awaiting' or not exists (
      select 1 from patients where id = new.patient_id and lab_id = new.lab_id) then
      raise exception 'A new report awaits release in the lab of its patient' using errcode = 'check_violation';
    end if;
  elsif old.state in ('released', 'discarded') then
    if old.reviewed_by is null and exists (
         select 1 from users u
          where u.id = new.reviewed_by and u.id <> old.released_by and u.user_type_id = 2 and u.lab_id = old.lab_id)
       and to_jsonb(new) - array['reviewed_by', 'reviewed_at'] = to_jsonb(old) - array['reviewed_by', 'reviewed_at'] then
      return new;
    end if;
    raise exception 'What was released or discarded stays as it was' using errcode = 'check_violation';
  elsif not new.author_ids @> old.author_ids or new.lab_id <> old.lab_id
     or (new.report_id, new.republished_from) is distinct from (old.report_id, old.republished_from) then
    raise exception 'Authors, lab and report stay' using errcode = 'check_violation';
  end if;
  if new.reviewed_by is not null or not new.author_id = any (new.author_ids) then
    raise exception 'A report is released before its review, and has its author' using errcode = 'check_violation';
  end if;

  if new.state in ('awaiting', 'returned') and not exists (
    select 1 from report_files f
     where f.id = new.file_id and f.sha256 = new.sha256 and (f.report_id is null or f.report_id = new.report_id)) then
    raise exception 'The file is another one, or belongs to a report' using errcode = 'check_violation';
  end if;
  if new.state <> 'released' then return new; end if;

  if old.state is distinct from 'awaiting'
     or to_jsonb(new) - array['state', 'released_by', 'released_at', 'alone_reason']
        <> to_jsonb(old) - array['state', 'released_by', 'released_at', 'alone_reason'] then
    raise exception 'A report is released as it awaited release' using errcode = 'check_violation';
  end if;
  select u.user_type_id into releaser_type from users u
   where u.id = new.released_by and u.lab_id = new.lab_id and u.deactivated_at is null;
  select * into settings from lab_release_settings s where s.lab_id = new.lab_id;
  if releaser_type is null or releaser_type not in (2, 3)
     or releaser_type = 3 and settings.technicians_release is not true then
    raise exception 'This user may not release' using errcode = 'check_violation';
  end if;
  if not new.released_by = any (new.opened_by) then
    raise exception 'The releaser has not opened the file' using errcode = 'check_violation';
  end if;
  if new.released_by = any (new.author_ids) or exists (
       select 1 from report_files f
        where f.id = new.file_id and f.report_id is null and f.uploaded_by = new.released_by) then
    if releaser_type <> 2 or settings.allows_alone is not true or new.alone_reason is null then
      raise exception 'An author does not release the report' using errcode = 'check_violation';
    end if;
  elsif new.alone_reason is not null then
    raise exception 'Only an author is alone on duty' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_report_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.patient_id <> old.patient_id and not are_of_one_lab(new.patient_id, old.patient_id) then
    raise exception 'Records stay in their lab' using errcode = 'check_violation';
  end if;
  if (new.withdrawn_at, new.withdrawn_by, new.withdrawal_reason, new.withdrawal_note)
       is distinct from (old.withdrawn_at, old.withdrawn_by, old.withdrawal_reason, old.withdrawal_note)
     and (old.withdrawn_at is not null or coalesce(new.withdrawn_at < now()::timestamptz(3), true)) then
    raise exception 'A withdrawal is made now, and stays' using errcode = 'check_violation';
  end if;
  if new.version = old.version then
    if (new.amended_at, new.amended_by, new.amendment_reason, new.amendment_note)
       is distinct from (old.amended_at, old.amended_by, old.amendment_reason, old.amendment_note) then
      raise exception 'An amendment is a new version' using errcode = 'check_violation';
    end if;
  elsif new.version <> old.version + 1 or old.withdrawn_at is not null or new.amended_at < now()::timestamptz(3) then
    raise exception 'The next version is made now' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_unreleased_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.revision = old.revision then
    if (new.title, new.remark, new.report_type_id, new.sha256)
         is distinct from (old.title, old.remark, old.report_type_id, old.sha256)
       or new.file_id is distinct from old.file_id and new.state <> 'discarded'
       or not new.opened_by @> old.opened_by then
      raise exception 'A correction is a new revision' using errcode = 'check_violation';
    end if;
  elsif new.revision <> old.revision + 1 or new.opened_by <> '{}' or new.state <> 'awaiting' then
    raise exception 'The next revision awaits release, unopened' using errcode = 'check_violation';
  end if;
  if new.patient_id <> old.patient_id and not are_of_one_lab(new.patient_id, old.patient_id) then
    raise exception 'Records stay in their lab' using errcode = 'check_violation';
  end if;
  if new.state <> 'discarded'
       and (new.visit_id, new.inbox_item_id, new.discarded_by, new.discard_reason)
           is distinct from (old.visit_id, old.inbox_item_id, old.discarded_by, old.discard_reason)
     or new.state <> 'released' and new.alone_reason is distinct from old.alone_reason then
    raise exception 'A report that awaits release keeps its visit and item' using errcode = 'check_violation';
  end if;
  if new.critical_at is distinct from old.critical_at and new.critical_at is distinct from (
       select min(c.flagged_at) from critical_results c
        where c.unreleased_id = new.id and c.closing is distinct from 'mistaken') then
    raise exception 'A report is critical by its flag' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_visit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  missing record;
begin
  if not exists (select from patients p where p.id = new.patient_id and p.lab_id = new.lab_id) then
    raise exception 'Records stay in their lab' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then return new; end if;
  if old.canceled_at is not null
     and (new.canceled_at, new.canceled_by) is distinct from (old.canceled_at, old.canceled_by) then
    raise exception 'A canceled visit stays canceled' using errcode = 'check_violation';
  end if;
  if (new.is_awaited, new.target_at) is distinct from (old.is_awaited, old.target_at) then
    select new.canceled_at is null and count(*) > 0 as is_awaited, min(e.target_at) as target_at into missing
      from visit_report_types e
     where e.visit_id = new.id and not exists (
             select from reports r
              where r.visit_id = new.id and r.report_type_id = e.report_type_id and r.withdrawn_at is null);
    if new.is_awaited <> missing.is_awaited
       or new.target_at is distinct from old.target_at and new.target_at is distinct from missing.target_at then
      raise exception 'A visit awaits what is not published' using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.complete_critical_call()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select version, revision, sha256 into new.version, new.revision, new.sha256
    from critical_results where id = new.critical_result_id;
  new.recorded_at := clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.complete_critical_result()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.report_id is not null then
    select r.version, f.sha256 into new.version, new.sha256
      from reports r join report_files f on f.id = r.file_id where r.id = new.report_id;
  else
    select revision, sha256 into new.revision, new.sha256 from unreleased_reports where id = new.unreleased_id;
  end if;
  new.about_since := case when new.cause = 'flagged' then new.flagged_at else now() end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.count_access_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.access_version := old.access_version + 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.count_access_version_of_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update users set access_version = access_version + 1 where id = coalesce(new.user_id, old.user_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_patients()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.count_reports()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.end_critical_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update inbox_items set critical_since = null, next_escalation_at = null, escalation_held_at = null
   where id = new.inbox_item_id and critical_since is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.end_links_of_left_visit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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

CREATE OR REPLACE FUNCTION public.end_links_to_old_contact()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  old_contacts text[] := array_remove(array[
    case when lower(old.email) is distinct from lower(new.email) then lower(old.email) end,
    case when old.phone is distinct from new.phone then lower(old.phone) end
  ], null);
begin
  if cardinality(old_contacts) = 0 then
    return null;
  end if;
  with canceled as (
    update deliveries d set state = 'canceled', failure = 'contact-changed', due_at = null, hold = null
      from reports r
     where r.patient_id = new.id and d.report_id = r.id and d.state in ('queued', 'held') and d.delegate_id is null
       and lower(d.contact) = any (old_contacts)
       -- A correction goes to the contact that received the error.
       and d.purpose <> 'sent-in-error'
    returning d.id
  )
  insert into delivery_events (delivery_id, kind, detail) select id, 'canceled', 'contact-changed' from canceled;
  with ended as (
    update report_links l set revoked_at = now(), revocation = 'contact-changed'
      from reports r join deliveries d on d.report_id = r.id
     where r.patient_id = new.id and l.delivery_id = d.id and l.revoked_at is null and l.expires_at > now()
       and d.delegate_id is null and lower(d.contact) = any (old_contacts)
    returning d.id, l.id as link_id
  ), sessions as (
    delete from link_sessions where link_id in (select link_id from ended)
  )
  insert into delivery_events (delivery_id, kind, detail) select id, 'revoked', 'contact-changed' from ended;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.end_slip(wanted bigint, why text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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

CREATE OR REPLACE FUNCTION public.end_slip_of_link()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Not when a slip ends its links, or a report leaves its visit.
  if pg_trigger_depth() = 1 then
    perform end_slip(id, new.revocation) from visit_slips where id = new.slip_id and revoked_at is null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_file_job(task text, payload json, attempts integer, owner text, most integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with waiting as (
    select queue_name, priority from graphile_worker.jobs
     where task_identifier = task and locked_at is null and attempts < max_attempts limit 10000
  ), turns as (
    select count(*) filter (where queue_name = owner) as own,
           greatest(max(priority) filter (where queue_name = owner) + 1, min(priority), 0) as next
      from waiting
  )
  select graphile_worker.add_job(task, payload, queue_name => owner, max_attempts => attempts,
                                 priority => least(next, 32000)::integer)
    from turns where own < most
$function$;

CREATE OR REPLACE FUNCTION public.enqueue_job(task text, payload json, attempts integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$select graphile_worker.add_job(task, payload, max_attempts => attempts)$function$;

CREATE OR REPLACE FUNCTION public.enqueue_receiver(receiver bigint, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select graphile_worker.add_job('send-to-receiver', json_build_object('id', receiver), run_at => greatest(at, i.next_try_at),
                                 queue_name => 'receiver-' || receiver, job_key => 'receiver-' || receiver)
    from public.integrations i
   where i.id = receiver
     and not exists (select from graphile_worker.jobs j
                      where j.key = 'receiver-' || receiver and j.locked_at is null and j.attempts < j.max_attempts
                        and j.run_at <= greatest(at, i.next_try_at))
$function$;

CREATE OR REPLACE FUNCTION public.expect_release()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  lab bigint;
begin
  if tg_op = 'UPDATE' then
    if new.version = old.version then
      if new.release_id is distinct from old.release_id then
        raise exception 'A version stays as it was released' using errcode = 'check_violation';
      end if;
      return new;
    end if;
    -- The earlier version's release says nothing about this one.
    if new.release_id is not distinct from old.release_id then new.release_id := null; end if;
  end if;
  if new.release_id is null then
    lab := (select p.lab_id from patients p where p.id = new.patient_id);
    if needs_two_persons(lab, new.report_type_id)
       or tg_op = 'UPDATE' and needs_two_persons(lab, old.report_type_id)
       or exists (select 1 from unreleased_reports u
                   where u.file_id = new.file_id and u.state in ('awaiting', 'returned') and u.report_id is null) then
      raise exception 'A second person has to release this report'
        using errcode = 'check_violation', constraint = 'reports_release';
    end if;
    return new;
  end if;
  if not exists (
    select 1 from unreleased_reports u join report_files f on f.id = u.file_id
     where u.id = new.release_id and u.state = 'released' and u.file_id = new.file_id and u.sha256 = f.sha256
       and u.patient_id = new.patient_id and u.report_type_id = new.report_type_id and u.title = new.title
       and u.remark is not distinct from new.remark
       and case when tg_op = 'INSERT' then u.report_id is null else u.report_id = new.id and u.based_on = old.version end) then
    raise exception 'Another report was released'
      using errcode = 'check_violation', constraint = 'reports_release';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.expect_version_of_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select 1 from reports r
     where r.id = new.report_id
       and (r.version, r.file_id, r.report_type_id, r.title, r.remark, r.release_id)
           is not distinct from
           (new.version, new.file_id, new.report_type_id, new.title, new.remark, new.release_id)) then
    raise exception 'A version is a copy of its report' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.first_opening(report bigint, publisher bigint)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN (SELECT min(a.at) AS min FROM activity_log a WHERE ((a.object_type = 'report'::text) AND (a.object_id = first_opening.report) AND (a.actor_id <> first_opening.publisher) AND is_report_reading(a.action)));

CREATE OR REPLACE FUNCTION public.fold_text(written text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(replace(replace(replace(regexp_replace(lower(NORMALIZE(written, NFKD)), '[̀-ͯؐ-ؚـً-ٰٟ]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'øłđðþıىیېۍةەۀکگ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ٱ‐‑‒–−ءٔ'::text, 'olddtiييييهههكگ01234567890123456789ا-----'::text);

CREATE OR REPLACE FUNCTION public.follow_critical_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state <> 'open' or not new.is_critical
     or tg_op = 'UPDATE' and new.claimed_until is distinct from old.claimed_until and new.claimed_until is not null then
    new.critical_since := null;
    new.next_escalation_at := null;
    new.escalation_held_at := null;
  elsif new.critical_since is null
        and (tg_op = 'INSERT' or not old.is_critical or old.state <> 'open'
             or new.changed_at is distinct from old.changed_at) then
    new.critical_since := now();
    new.next_escalation_at := now() + make_interval(mins => coalesce(
      (select target_minutes from lab_critical_settings where lab_id = new.lab_id), 30));
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_critical_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_taken boolean := false;
begin
  if old.withdrawn_at is null and new.withdrawn_at is not null then
    update critical_results
       set closed_at = now(), closed_by = new.withdrawn_by, closing = 'withdrawn'
     where report_id = new.id and closed_at is null;
  elsif new.version > old.version then
    if new.release_id is not null and new.release_id is distinct from old.release_id then
      is_taken := take_critical_results(new.release_id, new.id);
    end if;
    -- An open clock runs on, for a call about the new version.
    update critical_results c
       set version = new.version, revision = null, sha256 = f.sha256, about_since = now()
      from report_files f
     where f.id = new.file_id and c.report_id = new.id and c.closed_at is null
       and (c.version, c.sha256) is distinct from (new.version, f.sha256);
    if not is_taken then perform restart_critical_clock(new.id, null, new.amended_by); end if;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_critical_unreleased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform start_moved_result(new.republished_from, new.patient_id, new.author_id, null, new.id);
  else
    update critical_results set closed_at = now(), closed_by = new.discarded_by, closing = 'withdrawn'
     where unreleased_id = new.id and report_id is null and closed_at is null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_expected_type()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform follow_visit(coalesce(new.visit_id, old.visit_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  opened timestamptz;
begin
  if tg_op <> 'INSERT' and old.withdrawn_at is null then
    delete from report_openings where report_id = old.id returning opened_at into opened;
    if not found then
      opened := first_opening(old.id, old.uploaded_by);
    end if;
    if opened is not null then
      insert into daily_total_changes (kind, lab_id, wait_band, at, change)
      values ('opened', coalesce(old.lab_id, 0), wait_band(old.created_at, opened), old.created_at, -1);
    end if;
  end if;
  if tg_op <> 'DELETE' and new.withdrawn_at is null then
    opened := case tg_op when 'UPDATE' then first_opening(new.id, new.uploaded_by) end;
    insert into report_openings (report_id, lab_id, published_by, published_at, opened_at)
    values (new.id, coalesce(new.lab_id, 0), new.uploaded_by, new.created_at, opened);
    if opened is not null then
      insert into daily_total_changes (kind, lab_id, wait_band, at, change)
      values ('opened', coalesce(new.lab_id, 0), wait_band(new.created_at, opened), new.created_at, 1);
    end if;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_visit(visit bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- Locked by its own statement, so that the next one sees what concurrent transactions did to the visit.
  perform 1 from visits where id = visit for no key update;
  update visits v
     set is_awaited = v.canceled_at is null and missing.n > 0, target_at = missing.target_at
    from (select count(*) as n, min(e.target_at) as target_at
            from visit_report_types e
           where e.visit_id = visit and not exists (
                   select 1 from reports r
                    where r.visit_id = visit and r.report_type_id = e.report_type_id and r.withdrawn_at is null)) missing
   where v.id = visit;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_visit_of_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.visit_id is not null and old.visit_id is distinct from new.visit_id then
    perform follow_visit(old.visit_id);
  end if;
  if new.visit_id is not null then perform follow_visit(new.visit_id); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_visit_with_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update report_links l set expires_at = slip_ends_at(l.slip_id)
    from visit_slips k
   where k.visit_id = new.id and l.slip_id = k.id and l.revoked_at is null
     and l.expires_at is distinct from slip_ends_at(l.slip_id)::timestamptz(3);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.freeze_type_title()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' or new.version <> old.version then
    new.report_type_title := (select title from report_types where id = new.report_type_id);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.guard_critical_result()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op in ('DELETE', 'TRUNCATE') then
    raise exception 'Critical results are kept';
  end if;
  if new.closing = 'read-back' and (tg_op = 'INSERT' or old.closing is null) and not exists (
       select 1 from critical_calls k
        where k.critical_result_id = new.id and k.outcome = 'read-back'
          and (k.sha256, k.version, k.revision) is not distinct from (new.sha256, new.version, new.revision)) then
    raise exception 'A critical result is closed by its call';
  end if;
  if tg_op = 'INSERT' then return new; end if;
  if (new.lab_id, new.unreleased_id) is distinct from (old.lab_id, old.unreleased_id)
     or new.report_id is distinct from old.report_id
        and (old.report_id is not null or not exists (
          select 1 from reports where id = new.report_id and release_id = old.unreleased_id)) then
    raise exception 'A critical result stays with its report';
  end if;
  if old.closing is not null
     and (new.closing, new.closed_at, new.closed_by, new.informed_at, new.closing_reason)
         is distinct from (old.closing, old.closed_at, old.closed_by, old.informed_at, old.closing_reason)
     and not (old.closing = 'withdrawn' and new.closing = 'reassigned') then
    raise exception 'A closed critical result stays as it was';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.hold_sendings(held_tasks jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.inbox_group(is_critical boolean, kind text, match text, problem text, notices jsonb, has_type boolean)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when is_critical then 0
              when kind = 'report' and match = 'red' then 3
              when kind = 'report' and match = 'green' and problem is null and notices = '[]' and has_type then 1
              else 2 end
$function$;

CREATE OR REPLACE FUNCTION public.is_report_reading(action text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (action = ANY (ARRAY['report.view'::text, 'report.preview'::text, 'report.download'::text, 'record.print'::text]));

CREATE OR REPLACE FUNCTION public.is_urgent_sending(receiver bigint, change bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (SELECT ((c.state <> 'current'::text) OR (NOT ((i.referrer_id IS NULL) OR COALESCE((i.referrer_id = c.referrer_id), false))) OR (c.is_sensitive AND (NOT i.includes_sensitive))) FROM report_changes c, integrations i WHERE ((c.sequence = is_urgent_sending.change) AND (i.id = is_urgent_sending.receiver)));

CREATE OR REPLACE FUNCTION public.is_viewing(action text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (action = ANY (ARRAY['patient.view'::text, 'patient.list'::text, 'patient.check'::text, 'inbox.list'::text, 'inbox.view'::text, 'release.open'::text, 'release.list'::text, 'report.view'::text, 'report.list'::text, 'report.preview'::text, 'report.download'::text, 'search.records'::text, 'dashboard.view'::text, 'integration.read'::text]));

CREATE OR REPLACE FUNCTION public.keep_for_retention()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.keep_report_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and new.version = old.version then
    if (new.title, new.remark, new.report_type_id, new.report_type_title, new.file_id)
         is distinct from (old.title, old.remark, old.report_type_id, old.report_type_title, old.file_id) then
      raise exception 'A published report changes by a new version only';
    end if;
    return null;
  end if;
  update report_files set report_id = new.id
    where id = new.file_id and (report_id is null or report_id = new.id);
  if not found then
    raise exception 'The file belongs to another report'
      using errcode = 'unique_violation', constraint = 'reports_file_id_key';
  end if;
  insert into report_versions
    (report_id, version, title, remark, report_type_id, report_type_title, file_id, published_by, published_at,
     reason, note, release_id)
  values (new.id, new.version, new.title, new.remark, new.report_type_id, new.report_type_title, new.file_id,
          coalesce(new.amended_by, new.uploaded_by), coalesce(new.amended_at, new.created_at),
          new.amendment_reason, new.amendment_note, new.release_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_critical_unreleased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update unreleased_reports u
     set critical_at = (select min(c.flagged_at) from critical_results c
                         where c.unreleased_id = u.id and c.closing is distinct from 'mistaken')
   where u.id = new.unreleased_id and u.state in ('awaiting', 'returned');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.move_critical_result()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.release_id is null then
    perform start_moved_result(new.republished_from, new.patient_id, new.uploaded_by, new.id, null);
  elsif not take_critical_results(new.release_id, new.id) then
    perform restart_critical_clock(new.id, null, new.uploaded_by);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.name_key(folded text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN regexp_replace(regexp_replace(regexp_replace(regexp_replace(translate(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(regexp_replace(folded, '^ال(?=..)'::text, ''::text), 'x'::text, 'ks'::text), 'kh'::text, 'x'::text), 'ph'::text, 'f'::text), 'gh'::text, 'g'::text), 'sh'::text, '$'::text), 'ch'::text, '$'::text), 'th'::text, 't'::text), 'dh'::text, 'd'::text), 'ck'::text, 'k'::text), 'tz'::text, 'z'::text), 'cqvابتثجحخدذرزسشصضطظعغفقكلمنهويپچژگڤ'::text, 'kkfabttjhxddrzs$sdtzagfkklmnhwyp$zgf'::text), '(.)\1+'::text, '\1'::text, 'g'::text), '^[aeiou]+'::text, 'A'::text), '(.)[aeiouwy]+'::text, '\1'::text, 'g'::text), '(.)h$'::text, '\1'::text);

CREATE OR REPLACE FUNCTION public.name_keys_of(full_name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT DISTINCT COALESCE(NULLIF(name_key(letters.spelling), ''::text), letters.spelling) AS "coalesce" FROM ((((SELECT regexp_replace(fold_text(name_keys_of.full_name), '\m(abd|عبد)[\s''’-]*((al|el|ul|il|ال)[\s''’-]*)?(?=\S)'::text, '\1'::text, 'g'::text) AS text) n CROSS JOIN LATERAL regexp_split_to_table(((((n.text || ' '::text) || regexp_replace(regexp_replace(n.text, '\m(de|van|von)[\s-]+(l[ao]s?|de[rn]?)(?=[\s-])'::text, '\1\2'::text, 'g'::text), '\m(al|el|ul|de|del|dela|delas|delos|della|da|di|van|von|vander|vanden|vonder)[\s''’-]+(?=\S)'::text, '\1'::text, 'g'::text)) || ' '::text) || regexp_replace(n.text, '\m(de|van|von)(l[ao]s?|de[rn])(?=\w{3}|\s)'::text, '\1 \2 '::text, 'g'::text)), '[\s.,''’`\-_/()]+'::text) word(word)) CROSS JOIN LATERAL (SELECT word.word AS spelling UNION SELECT substr(word.word, 3) AS substr WHERE (word.word ~ '^(al|el|ul)[a-z]{4}'::text) UNION SELECT ('al'::text || substr(word.word, 3)) WHERE (word.word ~ '^ال...'::text)) article) CROSS JOIN LATERAL (SELECT article.spelling UNION SELECT translate(article.spelling, 'ضذ'::text, 'زز'::text) AS translate WHERE (article.spelling ~ '[ضذ]'::text) UNION SELECT replace(article.spelling, 'z'::text, 'd'::text) AS replace WHERE (article.spelling ~ 'z'::text)) letters) WHERE (word.word <> ALL (ARRAY[''::text, 'al'::text, 'el'::text, 'ul'::text, 'ال'::text])));

CREATE OR REPLACE FUNCTION public.needs_two_persons(lab bigint, type bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select 1 from lab_release_settings s
     where s.lab_id = lab and (s.two_persons = 'all' or s.two_persons = 'types' and type = any (s.report_type_ids)))
$function$;

CREATE OR REPLACE FUNCTION public.note_change_of_part()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from integrations) then
    update reports set changed_at = now() where id = new.report_id;
    perform note_report_change(new.report_id, tg_argv[0], null, null);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_change_of_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.note_change_of_visit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  report bigint;
  certain_referrer bigint := case when new.is_referrer_certain and new.canceled_at is null then new.referrer_id end;
begin
  for report in select r.id from reports r where r.visit_id = new.id order by r.id loop
    update reports set changed_at = now()
     where id = report
       and (certain_referrer_id is distinct from certain_referrer or exists (select from integrations));
    perform note_report_change(report, 'changed', case when old.is_referrer_certain then old.referrer_id end, null);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_changed_sensitivity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into report_change_backlog (report_type_id, was_sensitive) values (new.id, old.is_sensitive);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_contact()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_table_name = 'patients' then perform note_unreached(new.id, null);
  elsif tg_op = 'DELETE' then perform note_unreached(old.patient_id, null);
  else perform note_unreached(new.patient_id, null);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_correction(corrected bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update reports set changed_at = clock_timestamp() where id = corrected and withdrawn_at is null;
  if found then perform note_report_change(corrected, 'corrected', null, null); end if;
end $function$;

CREATE OR REPLACE FUNCTION public.note_openings(reports bigint[], readers bigint[], times timestamp with time zone[])
 RETURNS void
 LANGUAGE sql
AS $function$
  with held as materialized (
    select o.report_id from report_openings o
     where o.report_id = any(reports) and o.opened_at is null
     order by o.report_id for update
  ), opened as (
    update report_openings o set opened_at = f.at
      from (select e.report_id, min(e.at) as at
              from unnest(reports, readers, times) as e (report_id, reader_id, at)
              join report_openings p on p.report_id = e.report_id
             where e.reader_id <> p.published_by group by e.report_id) f
     where o.report_id = f.report_id and o.opened_at is null
       and o.report_id in (select report_id from held)
    returning o.lab_id, o.published_at, o.opened_at
  )
  insert into daily_total_changes (kind, lab_id, wait_band, at, change)
  select 'opened', lab_id, wait_band(published_at, opened_at), published_at, 1 from opened
$function$;

CREATE OR REPLACE FUNCTION public.note_paper()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from unopened_deliveries u using deliveries d
   where d.report_id = new.report_id and d.report_version <= new.report_version and u.delivery_id = d.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_publications()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into daily_total_changes (kind, lab_id, person_id, report_type_id, at, change)
    select 'reports', coalesce(lab_id, 0), uploaded_by, report_type_id, created_at, count(*)
      from new_rows where withdrawn_at is null
     group by lab_id, uploaded_by, report_type_id, created_at;
  elsif tg_op = 'DELETE' then
    insert into daily_total_changes (kind, lab_id, person_id, report_type_id, at, change)
    select 'reports', coalesce(lab_id, 0), uploaded_by, report_type_id, created_at, -count(*)
      from old_rows where withdrawn_at is null
     group by lab_id, uploaded_by, report_type_id, created_at;
  else
    insert into daily_total_changes (kind, lab_id, person_id, report_type_id, at, change)
    select 'reports', coalesce(lab_id, 0), uploaded_by, report_type_id, created_at, sum(change)
      from (select lab_id, uploaded_by, report_type_id, created_at, 1 as change
              from new_rows where withdrawn_at is null
            union all
            select lab_id, uploaded_by, report_type_id, created_at, -1
              from old_rows where withdrawn_at is null) both_states
     group by lab_id, uploaded_by, report_type_id, created_at having sum(change) <> 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_readings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_openings(array_agg(object_id), array_agg(actor_id), array_agg(at))
     from new_entries
    where object_type = 'report' and object_id is not null and actor_id is not null and is_report_reading(action)
   having count(*) > 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_registrations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into daily_total_changes (kind, lab_id, person_id, at, change)
    select 'patients', lab_id, coalesce(registered_by, 0), created_at, count(*)
      from new_rows where merged_into is null
     group by lab_id, registered_by, created_at;
  elsif tg_op = 'DELETE' then
    insert into daily_total_changes (kind, lab_id, person_id, at, change)
    select 'patients', lab_id, coalesce(registered_by, 0), created_at, -count(*)
      from old_rows where merged_into is null
     group by lab_id, registered_by, created_at;
  else
    insert into daily_total_changes (kind, lab_id, person_id, at, change)
    select 'patients', lab_id, coalesce(registered_by, 0), created_at, sum(change)
      from (select lab_id, registered_by, created_at, 1 as change from new_rows where merged_into is null
            union all
            select lab_id, registered_by, created_at, -1 from old_rows where merged_into is null) both_states
     group by lab_id, registered_by, created_at having sum(change) <> 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_report_change(changed bigint, hint text, former_referrer bigint, formerly_sensitive boolean, is_forced boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
       and (now_is.state = 'withdrawn'
            or (before.referrer_id is not distinct from now_is.referrer_id
                and before.is_sensitive = now_is.is_sensitive
                and (now_is.state = 'suspended'
                     or (before.facts - 'shown' = now_is.facts
                         and case when hint = 'corrected' then before.facts ->> 'shown' is not distinct from now_is.shown
                                  else coalesce(before.facts ->> 'shown', now_is.shown) = now_is.shown end)))) then
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

  -- The next statement sees what the sender did with them meanwhile.
  perform from integration_sendings s
    where s.report_id = changed and s.state in ('waiting', 'refused') and not s.is_sending order by s.id for update;
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
end $function$;

CREATE OR REPLACE FUNCTION public.note_sending()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    delete from unreached_reports where report_id = new.report_id;
  else
    perform note_unreached(null, old.report_id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_unopened_link()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.note_unreached(reports_of_patient bigint, one_report bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into unreached_reports (report_id, lab_id, published_at)
    select r.id, p.lab_id, r.created_at from reports r join patients p on p.id = r.patient_id
     where (r.patient_id = reports_of_patient or r.id = one_report)
       and r.withdrawn_at is null and r.created_at > now() - interval '30 days'
    on conflict (report_id) do update set agreed_email = null, lab_id = excluded.lab_id
$function$;

CREATE OR REPLACE FUNCTION public.note_unreached_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.withdrawn_at is null then perform note_unreached(null, new.id);
  else delete from unreached_reports where report_id = new.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_visit_slip()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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

CREATE OR REPLACE FUNCTION public.queue_correction(of_labs bigint[], corrected text, corrected_id bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  is_first boolean;
begin
  if coalesce(cardinality(of_labs), 0) = 0 then return; end if;
  is_first := not exists (select from report_corrections);
  insert into report_corrections (lab_id, subject, subject_id)
  select lab, corrected, corrected_id from unnest(of_labs) lab;
  -- The job of the next minute reads what follows meanwhile.
  if is_first then perform enqueue_job('note-changes-of-many', '{}', 12); end if;
end $function$;

CREATE OR REPLACE FUNCTION public.queue_correction_of_any_lab()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform queue_correction(array(select distinct i.lab_id from integrations i), tg_argv[0], new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.queue_correction_of_lab()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform queue_correction(array(select distinct i.lab_id from integrations i
                                  where i.lab_id = case tg_argv[0] when 'lab' then new.id else (to_jsonb(new) ->> 'lab_id')::bigint end),
                           tg_argv[0], new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.queue_correction_of_patient()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  corrected bigint := (to_jsonb(new) ->> tg_argv[0])::bigint;
begin
  perform queue_correction(
    array(select distinct i.lab_id from integrations i
           where i.lab_id = (select p.lab_id from patients p where p.id = corrected)
              or exists (select from reports r where r.patient_id = corrected and r.lab_id = i.lab_id)),
    'patient', corrected);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.queue_state(OUT ready integer, OUT running integer, OUT retrying integer, OUT given_up integer, OUT oldest_ready_seconds double precision)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now()),
         count(*) filter (where locked_at is not null),
         count(*) filter (where locked_at is null and attempts between 1 and max_attempts - 1 and run_at > now()),
         count(*) filter (where locked_at is null and attempts >= max_attempts),
         coalesce(extract(epoch from now() - min(run_at)
           filter (where locked_at is null and attempts < max_attempts and run_at <= now() and queue_name is null)), 0)
    from (select locked_at, attempts, max_attempts, run_at, queue_name from graphile_worker.jobs limit 10000) as first_jobs
$function$;

CREATE OR REPLACE FUNCTION public.refuse_call_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'Recorded calls stay as they were';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'What was published stays as it was';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_replaced_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A stored file keeps its name, type, size, bytes and report' using errcode = 'check_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_report_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'Changes of reports are append-only';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_review_by_author()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.reviewed_by = any (old.author_ids) or exists (
    select 1 from report_files f where f.id = old.file_id and f.uploaded_by = new.reviewed_by) then
    raise exception 'An author does not review the release' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_rewriting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'The activity log is append-only';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_truncate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'Records have to be kept' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.renew_critical_unreleased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update critical_results set revision = new.revision, sha256 = new.sha256, about_since = now()
   where unreleased_id = new.id and report_id is null and closed_at is null;
  if not found then perform restart_critical_clock(null, new.id, new.author_id); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.restart_critical_clock(report bigint, unreleased bigint, person bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into critical_results (report_id, unreleased_id, lab_id, cause, flagged_by, flagged_at, target_minutes, due_at,
                                next_escalation_at)
  select report, unreleased, s.lab_id, 'corrected', person, now(), s.target_minutes,
         now() + make_interval(mins => s.target_minutes), now() + make_interval(mins => s.target_minutes) / 2
    from (select lab_id from critical_results
           where (report_id = report or report_id is null and unreleased_id = unreleased)
             and (closing is null or closing not in ('mistaken', 'joined'))
           order by id desc limit 1) c
    join lab_critical_settings s on s.lab_id = c.lab_id and s.is_on
   where not exists (select 1 from critical_results
                      where (report_id = report or report_id is null and unreleased_id = unreleased) and closed_at is null)
     for share of s
$function$;

CREATE OR REPLACE FUNCTION public.set_release_times()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state <> old.state then
    case new.state
      when 'released' then new.released_at := clock_timestamp();
      when 'returned' then new.returned_at := clock_timestamp();
      when 'discarded' then new.discarded_at := clock_timestamp();
      else null;
    end case;
  end if;
  if new.reviewed_by is distinct from old.reviewed_by then new.reviewed_at := clock_timestamp(); end if;
  if new.suspended_by is distinct from old.suspended_by and new.suspended_by is not null then
    new.suspended_at := clock_timestamp();
  end if;
  new.awaiting_since := least(new.awaiting_since, old.awaiting_since);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.set_report_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.changed_at := clock_timestamp();
  new.patient_lab_id := case when new.lab_id is null then (select p.lab_id from patients p where p.id = new.patient_id) end;
  new.certain_referrer_id := (select v.referrer_id from visits v
    where v.id = new.visit_id and v.is_referrer_certain and v.canceled_at is null);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.set_report_type_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.changed_at := clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.set_urgency_of_sending()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.is_urgent := is_urgent_sending(new.integration_id, new.change_sequence);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.settle_unreached_reports(most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.shown_facts(report bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.slip_ends_at(wanted bigint)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE STRICT
AS $function$
  select greatest(k.created_at, v.promised_at, v.target_at,
                  case when v.payment in ('paid', 'waived') then v.payment_at
                       when v.payment = 'due' and s.is_on and s.holds_unpaid then now() end)
         + k.link_days * interval '24 hours'
    from visit_slips k
    join visits v on v.id = k.visit_id
    left join lab_visit_settings s on s.lab_id = v.lab_id
   where k.id = wanted
$function$;

CREATE OR REPLACE FUNCTION public.start_moved_result(wrong bigint, patient bigint, mover bigint, report bigint, unreleased bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  earlier critical_results;
begin
  select * into earlier from critical_results
   where report_id = wrong and (closing is null or closing not in ('mistaken', 'joined')) order by id desc limit 1;
  if not found then return; end if;
  if earlier.closing = 'withdrawn' then
    update critical_results set closing = 'reassigned' where id = earlier.id;
  else
    earlier.flagged_at := now();
    earlier.due_at := null;
    earlier.escalations := 0;
  end if;
  insert into critical_results (report_id, unreleased_id, lab_id, cause, flagged_by, flagged_at, target_minutes, due_at,
                                escalations, next_escalation_at)
  select report, unreleased, s.lab_id, 'reassigned', mover, earlier.flagged_at,
         case when earlier.due_at is null then s.target_minutes else earlier.target_minutes end,
         coalesce(earlier.due_at, now() + make_interval(mins => s.target_minutes)), earlier.escalations,
         case when earlier.due_at is null then now() + make_interval(mins => s.target_minutes) / 2
              else earlier.next_escalation_at end
    from patients p join lab_critical_settings s on s.lab_id = p.lab_id and s.is_on
   where p.id = patient
     for share of s;
end $function$;

CREATE OR REPLACE FUNCTION public.surviving_patient(wanted bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
AS $function$
  with recursive way as (
    select id, merged_into from patients where id = wanted
    union all select n.id, n.merged_into from way join patients n on n.id = way.merged_into
  )
  select id from way where merged_into is null
$function$;

CREATE OR REPLACE FUNCTION public.take_critical_results(release bigint, report bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  released record;
begin
  select r.version, f.sha256 into released
    from reports r join report_files f on f.id = r.file_id where r.id = report;
  -- The published report was flagged meanwhile: one clock runs on, the earlier one.
  update critical_results c
     set flagged_at = least(c.flagged_at, u.flagged_at), due_at = least(c.due_at, u.due_at),
         next_escalation_at = least(c.next_escalation_at, u.next_escalation_at)
    from critical_results u
   where c.report_id = report and c.closed_at is null
     and u.unreleased_id = release and u.report_id is null and u.closed_at is null;
  if found then
    update critical_results set closed_at = now(), closing = 'joined'
     where unreleased_id = release and report_id is null and closed_at is null;
  end if;
  update critical_results
     set report_id = report, version = case when closed_at is null then released.version end
   where unreleased_id = release and report_id is null;
  return exists (select 1 from critical_results
                  where unreleased_id = release and closing is distinct from 'mistaken' and sha256 = released.sha256);
end $function$;

CREATE OR REPLACE FUNCTION public.tell_accounts_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  notify accounts;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.typed_name_keys(full_name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT DISTINCT COALESCE(NULLIF(name_key(word.word), ''::text), word.word) AS "coalesce" FROM regexp_split_to_table(regexp_replace(fold_text(typed_name_keys.full_name), '\m(abd|عبد)[\s''’-]*((al|el|ul|il|ال)[\s''’-]*)?(?=\S)'::text, '\1'::text, 'g'::text), '[\s.,''’`\-_/()]+'::text) word(word) WHERE (word.word <> ALL (ARRAY[''::text, 'al'::text, 'el'::text, 'ul'::text, 'ال'::text])));

CREATE OR REPLACE FUNCTION public.unmerged_patient_of_visit(wanted bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE STRICT
AS $function$
  with recursive way as (
    select patient_id as id, 0 as steps from visits where id = wanted
    union all
    select m.merged_id, way.steps + 1
      from way join patient_merges m on m.survivor_id = way.id and m.undone_at is null and wanted = any (m.visit_ids)
  )
  select id from way order by steps desc limit 1
$function$;

CREATE OR REPLACE FUNCTION public.wait_band(published timestamp with time zone, opened timestamp with time zone)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN width_bucket(EXTRACT(epoch FROM (opened - published)), ARRAY[(900)::numeric, (3600)::numeric, (14400)::numeric, (86400)::numeric, (259200)::numeric, (604800)::numeric, (2592000)::numeric]);

CREATE OR REPLACE FUNCTION public.works_in(person bigint, lab bigint, types integer[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from users u
                  where u.id = person and u.lab_id = lab and u.user_type_id = any (types) and u.deactivated_at is null)
$function$;

create table activity_log (
  id bigint generated always as identity not null,
  at timestamp(3) with time zone default now() not null,
  actor_id bigint,
  actor_name text,
  actor_role text,
  lab_id bigint,
  action text not null,
  object_type text,
  object_id bigint,
  summary text not null,
  address text,
  request_id text,
  constraint activity_log_pkey PRIMARY KEY (id)
) with (autovacuum_analyze_scale_factor=0.005, autovacuum_vacuum_insert_scale_factor=0.01);
CREATE INDEX activity_log_by_action ON public.activity_log USING btree (action, id DESC);
CREATE INDEX activity_log_by_action_time ON public.activity_log USING btree (action, at);
CREATE INDEX activity_log_by_actor ON public.activity_log USING btree (actor_id, id DESC);
CREATE INDEX activity_log_by_actor_time ON public.activity_log USING btree (actor_id, at);
CREATE INDEX activity_log_by_object ON public.activity_log USING btree (object_type, object_id, id DESC);
CREATE INDEX activity_log_by_time ON public.activity_log USING btree (at);
CREATE INDEX activity_log_changes ON public.activity_log USING btree (id DESC) WHERE (NOT is_viewing(action));
CREATE INDEX activity_log_changes_by_actor ON public.activity_log USING btree (actor_id, id DESC) WHERE (NOT is_viewing(action));
CREATE INDEX activity_log_changes_by_time ON public.activity_log USING btree (at) WHERE (NOT is_viewing(action));
CREATE INDEX activity_log_system ON public.activity_log USING btree (id DESC) WHERE (actor_id IS NULL);
CREATE TRIGGER activity_log_append_only BEFORE DELETE OR UPDATE ON public.activity_log FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER activity_log_not_truncated BEFORE TRUNCATE ON public.activity_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER activity_log_note_readings AFTER INSERT ON public.activity_log REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION note_readings();

create table activity_seal_state (
  only_row boolean default true not null,
  seals bigint default 0 not null,
  last_seal_id bigint default 0 not null,
  last_entry_id bigint default 0 not null,
  hash bytea,
  signature bytea,
  resumed_after_seal_id bigint default 0 not null,
  broken_at timestamp(3) with time zone,
  problem text,
  constraint activity_seal_state_pkey PRIMARY KEY (only_row),
  constraint activity_seal_state_only_row_check CHECK (only_row)
);

create table activity_seals (
  id bigint generated always as identity not null,
  last_entry_id bigint not null,
  entry_count bigint not null,
  hash bytea not null,
  sealed_at timestamp(3) with time zone default now() not null,
  constraint activity_seals_pkey PRIMARY KEY (id),
  constraint activity_seals_last_entry_id_key UNIQUE (last_entry_id)
);
CREATE TRIGGER activity_seals_append_only BEFORE DELETE OR UPDATE ON public.activity_seals FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER activity_seals_not_truncated BEFORE TRUNCATE ON public.activity_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

create table backup_choice (
  only_row boolean default true not null,
  place_id text not null,
  folder text not null,
  chosen_by bigint not null,
  chosen_at timestamp(3) with time zone default now() not null,
  constraint backup_choice_pkey PRIMARY KEY (only_row),
  constraint backup_choice_chosen_by_fkey FOREIGN KEY (chosen_by) REFERENCES users(id),
  constraint backup_choice_only_row_check CHECK (only_row)
);

create table backup_runs (
  id bigint generated always as identity not null,
  kind text not null,
  state text not null,
  started_at timestamp(3) with time zone default now() not null,
  ended_at timestamp(3) with time zone,
  archive text,
  size_bytes bigint,
  file_count bigint,
  row_count bigint,
  sha256 text,
  problem text,
  constraint backup_runs_pkey PRIMARY KEY (id),
  constraint backup_runs_kind_check CHECK ((kind = ANY (ARRAY['backup'::text, 'check'::text, 'drill'::text]))),
  constraint backup_runs_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX backup_runs_newest ON public.backup_runs USING btree (kind, state, started_at DESC);
CREATE UNIQUE INDEX backup_runs_one_queued ON public.backup_runs USING btree (kind) WHERE (state = 'queued'::text);

create table backup_setup (
  only_row boolean default true not null,
  schedule text not null,
  keep integer not null,
  is_encrypted boolean not null,
  told_at timestamp(3) with time zone default now() not null,
  since timestamp(3) with time zone default now() not null,
  constraint backup_setup_pkey PRIMARY KEY (only_row),
  constraint backup_setup_only_row_check CHECK (only_row)
);

create table critical_calls (
  id bigint generated always as identity not null,
  critical_result_id bigint not null,
  called_by bigint not null,
  person text not null,
  person_role text not null,
  phone text,
  began_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone not null,
  read_out text,
  outcome text not null,
  recorded_at timestamp(3) with time zone default now() not null,
  version integer,
  revision integer,
  sha256 bytea,
  caller text,
  value text,
  unit text,
  identifiers text,
  constraint critical_calls_pkey PRIMARY KEY (id),
  constraint critical_calls_called_by_fkey FOREIGN KEY (called_by) REFERENCES users(id),
  constraint critical_calls_critical_result_id_fkey FOREIGN KEY (critical_result_id) REFERENCES critical_results(id),
  constraint critical_calls_outcome_check CHECK ((outcome = ANY (ARRAY['read-back'::text, 'reached'::text, 'not-reached'::text, 'voicemail'::text, 'wrong-number'::text, 'declined'::text]))),
  constraint critical_calls_person_check CHECK ((btrim(person) <> ''::text)),
  constraint critical_calls_person_role_check CHECK ((btrim(person_role) <> ''::text)),
  constraint critical_calls_read CHECK (((outcome <> ALL (ARRAY['read-back'::text, 'reached'::text])) OR (read_out IS NOT NULL))),
  constraint critical_calls_times CHECK ((ended_at >= began_at))
);
CREATE INDEX critical_calls_of_result ON public.critical_calls USING btree (critical_result_id, id);
CREATE TRIGGER critical_calls_by_staff BEFORE INSERT ON public.critical_calls FOR EACH ROW WHEN ((CURRENT_USER = 'zelab_application'::name)) EXECUTE FUNCTION check_critical_call();
CREATE TRIGGER critical_calls_complete BEFORE INSERT ON public.critical_calls FOR EACH ROW EXECUTE FUNCTION complete_critical_call();
CREATE TRIGGER critical_calls_not_truncated BEFORE TRUNCATE ON public.critical_calls FOR EACH STATEMENT EXECUTE FUNCTION refuse_call_change();
CREATE TRIGGER critical_calls_stay BEFORE DELETE OR UPDATE ON public.critical_calls FOR EACH ROW EXECUTE FUNCTION refuse_call_change();

create table critical_notices (
  id bigint generated always as identity not null,
  critical_result_id bigint,
  step integer not null,
  user_id bigint not null,
  channel text not null,
  state text default 'queued'::text not null,
  failure text,
  created_at timestamp(3) with time zone default now() not null,
  changed_at timestamp(3) with time zone default now() not null,
  inbox_item_id bigint,
  constraint critical_notices_pkey PRIMARY KEY (id),
  constraint critical_notices_critical_result_id_step_user_id_channel_key UNIQUE (critical_result_id, step, user_id, channel),
  constraint critical_notices_critical_result_id_fkey FOREIGN KEY (critical_result_id) REFERENCES critical_results(id),
  constraint critical_notices_inbox_item_id_fkey FOREIGN KEY (inbox_item_id) REFERENCES inbox_items(id) ON DELETE CASCADE,
  constraint critical_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint critical_notices_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text]))),
  constraint critical_notices_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'accepted'::text, 'refused'::text, 'unconfirmed'::text, 'canceled'::text]))),
  constraint critical_notices_subject CHECK ((num_nonnulls(critical_result_id, inbox_item_id) = 1))
);
CREATE INDEX critical_notices_of_user ON public.critical_notices USING btree (user_id);
CREATE INDEX critical_notices_sending ON public.critical_notices USING btree (changed_at) WHERE (state = 'sending'::text);
CREATE UNIQUE INDEX critical_notices_of_item ON public.critical_notices USING btree (inbox_item_id, step, user_id, channel) WHERE (inbox_item_id IS NOT NULL);

create table critical_results (
  id bigint generated always as identity not null,
  report_id bigint,
  lab_id bigint not null,
  cause text not null,
  flagged_by bigint not null,
  flagged_at timestamp(3) with time zone default now() not null,
  target_minutes integer not null,
  due_at timestamp(3) with time zone not null,
  escalations integer default 0 not null,
  next_escalation_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  closed_by bigint,
  closing text,
  informed_at timestamp(3) with time zone,
  message_allowed_at timestamp(3) with time zone,
  message_allowed_by bigint,
  message_reason text,
  unreleased_id bigint,
  closing_reason text,
  version integer,
  revision integer,
  sha256 bytea,
  about_since timestamp(3) with time zone,
  message_version integer,
  message_sha256 bytea,
  restored_at timestamp(3) with time zone,
  source_id bigint,
  constraint critical_results_pkey PRIMARY KEY (id),
  constraint critical_results_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  constraint critical_results_flagged_by_fkey FOREIGN KEY (flagged_by) REFERENCES users(id),
  constraint critical_results_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id),
  constraint critical_results_message_allowed_by_fkey FOREIGN KEY (message_allowed_by) REFERENCES users(id),
  constraint critical_results_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id),
  constraint critical_results_source_id_fkey FOREIGN KEY (source_id) REFERENCES inbox_sources(id),
  constraint critical_results_unreleased_id_fkey FOREIGN KEY (unreleased_id) REFERENCES unreleased_reports(id),
  constraint critical_results_allowed CHECK (((message_allowed_at IS NULL) = (message_allowed_by IS NULL))),
  constraint critical_results_cause_check CHECK ((cause = ANY (ARRAY['flagged'::text, 'corrected'::text, 'reassigned'::text]))),
  constraint critical_results_closed CHECK (((closed_at IS NULL) = (closing IS NULL))),
  constraint critical_results_closing_check CHECK ((closing = ANY (ARRAY['read-back'::text, 'withdrawn'::text, 'reassigned'::text, 'mistaken'::text, 'joined'::text]))),
  constraint critical_results_closing_reason_check CHECK (((length(closing_reason) >= 10) AND (length(closing_reason) <= 500))),
  constraint critical_results_informed CHECK (((NOT (closing IS DISTINCT FROM 'read-back'::text)) = (informed_at IS NOT NULL))),
  constraint critical_results_mistaken CHECK (((NOT (closing IS DISTINCT FROM 'mistaken'::text)) = (closing_reason IS NOT NULL))),
  constraint critical_results_report CHECK (((report_id IS NOT NULL) OR (unreleased_id IS NOT NULL)))
);
CREATE INDEX critical_results_due ON public.critical_results USING btree (lab_id, due_at, id) WHERE (closed_at IS NULL);
CREATE INDEX critical_results_due_anywhere ON public.critical_results USING btree (due_at, id) WHERE (closed_at IS NULL);
CREATE INDEX critical_results_escalation ON public.critical_results USING btree (next_escalation_at) WHERE (closed_at IS NULL);
CREATE INDEX critical_results_flagged ON public.critical_results USING btree (lab_id, flagged_at, id);
CREATE INDEX critical_results_flagged_anywhere ON public.critical_results USING btree (flagged_at, id);
CREATE INDEX critical_results_informed ON public.critical_results USING btree (lab_id, closed_at, id) WHERE (closing = 'read-back'::text);
CREATE INDEX critical_results_informed_anywhere ON public.critical_results USING btree (closed_at, id) WHERE (closing = 'read-back'::text);
CREATE INDEX critical_results_of_report ON public.critical_results USING btree (report_id, id);
CREATE INDEX critical_results_of_unreleased ON public.critical_results USING btree (unreleased_id, id) WHERE (unreleased_id IS NOT NULL);
CREATE INDEX critical_results_restored ON public.critical_results USING btree (id) WHERE (restored_at IS NOT NULL);
CREATE UNIQUE INDEX critical_results_open ON public.critical_results USING btree (report_id) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX critical_results_open_unreleased ON public.critical_results USING btree (unreleased_id) WHERE ((closed_at IS NULL) AND (report_id IS NULL));
CREATE CONSTRAINT TRIGGER critical_results_note_change AFTER UPDATE OF report_id, closing ON public.critical_results DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.report_id IS NOT NULL) AND ((new.closing IS DISTINCT FROM old.closing) OR (new.report_id IS DISTINCT FROM old.report_id)))) EXECUTE FUNCTION note_change_of_part('changed');
CREATE CONSTRAINT TRIGGER critical_results_note_flagged AFTER INSERT ON public.critical_results DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.report_id IS NOT NULL)) EXECUTE FUNCTION note_change_of_part('changed');
CREATE TRIGGER critical_results_complete BEFORE INSERT ON public.critical_results FOR EACH ROW EXECUTE FUNCTION complete_critical_result();
CREATE TRIGGER critical_results_guard BEFORE INSERT OR DELETE OR UPDATE ON public.critical_results FOR EACH ROW EXECUTE FUNCTION guard_critical_result();
CREATE TRIGGER critical_results_mark_flagged AFTER INSERT ON public.critical_results FOR EACH ROW WHEN ((new.report_id IS NULL)) EXECUTE FUNCTION mark_critical_unreleased();
CREATE TRIGGER critical_results_mark_mistaken AFTER UPDATE OF closing ON public.critical_results FOR EACH ROW WHEN (((new.report_id IS NULL) AND (new.closing = 'mistaken'::text))) EXECUTE FUNCTION mark_critical_unreleased();
CREATE TRIGGER critical_results_new BEFORE INSERT ON public.critical_results FOR EACH ROW WHEN ((CURRENT_USER = 'zelab_application'::name)) EXECUTE FUNCTION check_new_critical_result();
CREATE TRIGGER critical_results_not_truncated BEFORE TRUNCATE ON public.critical_results FOR EACH STATEMENT EXECUTE FUNCTION guard_critical_result();
CREATE TRIGGER critical_results_rules BEFORE UPDATE ON public.critical_results FOR EACH ROW WHEN ((CURRENT_USER = 'zelab_application'::name)) EXECUTE FUNCTION check_critical_change();

create table daily_total_changes (
  kind text not null,
  lab_id bigint not null,
  person_id bigint,
  report_type_id bigint,
  wait_band smallint,
  at timestamp(3) with time zone not null,
  change integer not null,
  constraint daily_total_changes_kind_check CHECK ((kind = ANY (ARRAY['patients'::text, 'reports'::text, 'opened'::text])))
);

create table daily_totals (
  kind text not null,
  cut text not null,
  lab_id bigint not null,
  day date not null,
  member_id bigint not null,
  n integer not null,
  constraint daily_totals_pkey PRIMARY KEY (kind, cut, lab_id, day, member_id)
);

create table daily_totals_state (
  only_row boolean default true not null,
  time_zone text,
  constraint daily_totals_state_pkey PRIMARY KEY (only_row),
  constraint daily_totals_state_only_row_check CHECK (only_row)
);

create table deliveries (
  id bigint generated always as identity not null,
  report_id bigint not null,
  lab_id bigint not null,
  report_version integer not null,
  channel text not null,
  purpose text not null,
  contact text,
  language text not null,
  template_version integer not null,
  state text not null,
  failure text,
  attempts integer default 0 not null,
  due_at timestamp(3) with time zone,
  requested_by bigint,
  created_at timestamp(3) with time zone default now() not null,
  sent_at timestamp(3) with time zone,
  delegate_id bigint,
  delivered_at timestamp(3) with time zone,
  template_id bigint,
  hold text,
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_delegate_id_fkey FOREIGN KEY (delegate_id) REFERENCES patient_delegates(id) ON DELETE CASCADE,
  constraint deliveries_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id),
  constraint deliveries_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE,
  constraint deliveries_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint deliveries_template_id_fkey FOREIGN KEY (template_id) REFERENCES lab_message_templates(id) ON DELETE SET NULL,
  constraint deliveries_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp'::text, 'slip'::text, 'copy'::text, 'paper'::text]))),
  constraint deliveries_due CHECK (((due_at IS NOT NULL) = (state = ANY (ARRAY['queued'::text, 'sending'::text])))),
  constraint deliveries_hold CHECK (((hold IS NOT NULL) = (state = 'held'::text))) NOT VALID,
  constraint deliveries_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ar'::text]))),
  constraint deliveries_purpose_check CHECK ((purpose = ANY (ARRAY['report'::text, 'renewal'::text, 'amended'::text, 'withdrawn'::text, 'sent-in-error'::text, 'contact-lab'::text]))),
  constraint deliveries_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'held'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'unconfirmed'::text, 'canceled'::text, 'handed-over'::text])))
);
CREATE INDEX deliveries_due ON public.deliveries USING btree (due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX deliveries_due_of_channel ON public.deliveries USING btree (channel, due_at, id) WHERE (state = 'queued'::text);
CREATE INDEX deliveries_held ON public.deliveries USING btree (id) WHERE (state = 'held'::text);
CREATE INDEX deliveries_not_reached ON public.deliveries USING btree (lab_id, created_at) WHERE (state = ANY (ARRAY['failed'::text, 'unconfirmed'::text]));
CREATE INDEX deliveries_of_delegate ON public.deliveries USING btree (delegate_id) WHERE (delegate_id IS NOT NULL);
CREATE INDEX deliveries_of_lab ON public.deliveries USING btree (lab_id, id DESC);
CREATE INDEX deliveries_of_report ON public.deliveries USING btree (report_id, id);
CREATE INDEX deliveries_of_template ON public.deliveries USING btree (template_id) WHERE (template_id IS NOT NULL);
CREATE INDEX deliveries_restored ON public.deliveries USING btree (lab_id, id) WHERE (hold = 'restored'::text);
CREATE INDEX deliveries_sent ON public.deliveries USING btree (lab_id, sent_at DESC) WHERE (sent_at IS NOT NULL);
CREATE INDEX deliveries_sent_anywhere ON public.deliveries USING btree (sent_at DESC) WHERE (sent_at IS NOT NULL);
CREATE TRIGGER deliveries_canceled AFTER UPDATE OF state ON public.deliveries FOR EACH ROW WHEN ((new.state = 'canceled'::text)) EXECUTE FUNCTION note_sending();
CREATE TRIGGER deliveries_deleted AFTER DELETE ON public.deliveries FOR EACH ROW EXECUTE FUNCTION note_sending();
CREATE TRIGGER deliveries_on_paper AFTER INSERT ON public.deliveries FOR EACH ROW WHEN ((new.channel = 'paper'::text)) EXECUTE FUNCTION note_paper();
CREATE TRIGGER deliveries_sending AFTER INSERT ON public.deliveries FOR EACH ROW WHEN ((new.state <> 'canceled'::text)) EXECUTE FUNCTION note_sending();

create table delivery_events (
  id bigint generated always as identity not null,
  delivery_id bigint not null,
  kind text not null,
  detail text,
  by_user bigint,
  at timestamp(3) with time zone default now() not null,
  constraint delivery_events_pkey PRIMARY KEY (id),
  constraint delivery_events_by_user_fkey FOREIGN KEY (by_user) REFERENCES users(id),
  constraint delivery_events_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE,
  constraint delivery_events_kind_check CHECK ((kind = ANY (ARRAY['sent'::text, 'delivered'::text, 'retried'::text, 'failed'::text, 'unconfirmed'::text, 'canceled'::text, 'handed-over'::text, 'opened'::text, 'wrong-tries'::text, 'locked'::text, 'code-sent'::text, 'renewed'::text, 'revoked'::text, 'held'::text])))
);
CREATE INDEX delivery_events_of_delivery ON public.delivery_events USING btree (delivery_id, id);

create table held_jobs (
  id bigint generated always as identity not null,
  kind text not null,
  task text not null,
  payload json not null,
  max_attempts integer not null,
  constraint held_jobs_pkey PRIMARY KEY (id),
  constraint held_jobs_kind_fkey FOREIGN KEY (kind) REFERENCES held_sendings(kind) ON DELETE CASCADE
);
CREATE INDEX held_jobs_of_kind ON public.held_jobs USING btree (kind);

create table held_sendings (
  kind text not null,
  waiting integer not null,
  held_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint held_sendings_pkey PRIMARY KEY (kind),
  constraint held_sendings_kind_check CHECK ((kind = ANY (ARRAY['patient-messages'::text, 'account-mails'::text, 'staff-notices'::text])))
);

create table idempotency_keys (
  user_id bigint not null,
  request_key text not null,
  fingerprint bytea not null,
  result_id bigint not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, request_key),
  constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_created_at ON public.idempotency_keys USING btree (created_at);

create table inbox_items (
  id bigint generated always as identity not null,
  lab_id bigint not null,
  source_id bigint,
  uploaded_by bigint,
  upload_key text,
  kind text default 'report'::text not null,
  file_id bigint,
  file_name text not null,
  received_at timestamp(3) with time zone default now() not null,
  hints jsonb,
  text text default ''::text not null,
  is_read_whole boolean default false not null,
  has_codes_read boolean default false not null,
  order_key text,
  title text,
  report_type_id bigint,
  match text default 'red'::text not null,
  patient_id bigint,
  matched_at timestamp(3) with time zone,
  problem text,
  target_report_id bigint,
  claimed_by bigint,
  claimed_until timestamp(3) with time zone,
  state text default 'open'::text not null,
  decided_by bigint,
  decided_at timestamp(3) with time zone,
  reject_reason text,
  reject_note text,
  report_id bigint,
  is_automatic boolean default false not null,
  reviewed_by bigint,
  reviewed_at timestamp(3) with time zone,
  statement bytea,
  changed_at timestamp(3) with time zone,
  revision integer default 1 not null,
  visit jsonb,
  is_critical boolean default false not null,
  patient_keys text[],
  notices jsonb default '[]'::jsonb not null,
  critical_since timestamp(3) with time zone,
  escalations integer default 0 not null,
  next_escalation_at timestamp(3) with time zone,
  escalation_held_at timestamp(3) with time zone,
  has_proposal boolean default false not null,
  opened_by bigint[] default '{}'::bigint[] not null,
  constraint inbox_items_pkey PRIMARY KEY (id),
  constraint inbox_items_file_id_key UNIQUE (file_id),
  constraint inbox_items_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES users(id),
  constraint inbox_items_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint inbox_items_file_id_fkey FOREIGN KEY (file_id) REFERENCES report_files(id),
  constraint inbox_items_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id),
  constraint inbox_items_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients(id) ON DELETE SET NULL,
  constraint inbox_items_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id),
  constraint inbox_items_report_type_id_fkey FOREIGN KEY (report_type_id) REFERENCES report_types(id) ON DELETE SET NULL,
  constraint inbox_items_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES users(id),
  constraint inbox_items_source_id_fkey FOREIGN KEY (source_id) REFERENCES inbox_sources(id),
  constraint inbox_items_target_report_id_fkey FOREIGN KEY (target_report_id) REFERENCES reports(id),
  constraint inbox_items_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id),
  constraint inbox_items_decided CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  constraint inbox_items_file CHECK (((file_id IS NOT NULL) OR (kind = 'withdrawal'::text) OR (state = 'rejected'::text))),
  constraint inbox_items_kind_check CHECK ((kind = ANY (ARRAY['report'::text, 'amendment'::text, 'withdrawal'::text]))),
  constraint inbox_items_match_check CHECK ((match = ANY (ARRAY['green'::text, 'amber'::text, 'red'::text]))),
  constraint inbox_items_problem_check CHECK ((problem = ANY (ARRAY['superseded'::text, 'withdrawn-by-sender'::text, 'not-final'::text, 'already-published'::text, 'no-earlier-report'::text]))),
  constraint inbox_items_published CHECK (((state = 'published'::text) = (report_id IS NOT NULL))),
  constraint inbox_items_rejected CHECK (((state = 'rejected'::text) = (reject_reason IS NOT NULL))),
  constraint inbox_items_state_check CHECK ((state = ANY (ARRAY['open'::text, 'published'::text, 'rejected'::text]))),
  constraint inbox_items_statement_check CHECK ((octet_length(statement) = 32)),
  constraint inbox_items_upload CHECK (((source_id IS NULL) = (uploaded_by IS NOT NULL)))
);
CREATE INDEX inbox_items_escalation ON public.inbox_items USING btree (lab_id, next_escalation_at) WHERE (critical_since IS NOT NULL);
CREATE INDEX inbox_items_escalation_held ON public.inbox_items USING btree (id) WHERE (escalation_held_at IS NOT NULL);
CREATE INDEX inbox_items_newest ON public.inbox_items USING btree (lab_id, id);
CREATE INDEX inbox_items_of_order ON public.inbox_items USING btree (source_id, order_key) WHERE (order_key IS NOT NULL);
CREATE INDEX inbox_items_of_patient ON public.inbox_items USING btree (patient_id) WHERE (patient_id IS NOT NULL);
CREATE INDEX inbox_items_of_report ON public.inbox_items USING btree (report_id) WHERE (report_id IS NOT NULL);
CREATE INDEX inbox_items_open ON public.inbox_items USING btree (lab_id, id) WHERE (state = 'open'::text);
CREATE INDEX inbox_items_open_critical ON public.inbox_items USING btree (lab_id, ((NOT is_critical)), id) WHERE (state = 'open'::text);
CREATE INDEX inbox_items_open_critical_anywhere ON public.inbox_items USING btree (((NOT is_critical)), id) WHERE (state = 'open'::text);
CREATE INDEX inbox_items_open_groups ON public.inbox_items USING btree (lab_id, inbox_group(is_critical, kind, match, problem, notices, ((report_type_id IS NOT NULL) OR has_proposal)), id) WHERE (state = 'open'::text);
CREATE INDEX inbox_items_open_groups_anywhere ON public.inbox_items USING btree (inbox_group(is_critical, kind, match, problem, notices, ((report_type_id IS NOT NULL) OR has_proposal)), id) WHERE (state = 'open'::text);
CREATE INDEX inbox_items_rejected ON public.inbox_items USING btree (lab_id, decided_at) WHERE (state = 'rejected'::text);
CREATE INDEX inbox_items_to_rematch ON public.inbox_items USING btree (lab_id, matched_at) WHERE ((state = 'open'::text) AND (match <> 'green'::text));
CREATE INDEX inbox_items_to_review ON public.inbox_items USING btree (lab_id, id) WHERE (is_automatic AND (reviewed_at IS NULL));
CREATE INDEX inbox_items_uploaded ON public.inbox_items USING btree (lab_id, uploaded_by) WHERE ((uploaded_by IS NOT NULL) AND (state = ANY (ARRAY['open'::text, 'rejected'::text])));
CREATE INDEX inbox_items_without_codes ON public.inbox_items USING btree (id) WHERE ((state = 'open'::text) AND (NOT has_codes_read));
CREATE UNIQUE INDEX inbox_items_upload_once ON public.inbox_items USING btree (uploaded_by, upload_key);
CREATE TRIGGER inbox_items_follow_critical BEFORE INSERT OR UPDATE OF state, is_critical, claimed_until, changed_at ON public.inbox_items FOR EACH ROW EXECUTE FUNCTION follow_critical_item();
CREATE TRIGGER inbox_items_rules BEFORE UPDATE ON public.inbox_items FOR EACH ROW WHEN ((CURRENT_USER = 'zelab_application'::name)) EXECUTE FUNCTION check_critical_item();

create table inbox_messages (
  source_id bigint not null,
  sending_application text not null,
  sending_facility text not null,
  control_id text not null,
  sha256 bytea not null,
  answer text not null,
  answer_text text,
  received_at timestamp(3) with time zone default now() not null,
  constraint inbox_messages_pkey PRIMARY KEY (source_id, sending_application, sending_facility, control_id, sha256),
  constraint inbox_messages_source_id_fkey FOREIGN KEY (source_id) REFERENCES inbox_sources(id) ON DELETE CASCADE,
  constraint inbox_messages_answer_check CHECK ((answer = ANY (ARRAY['AA'::text, 'AR'::text])))
);
CREATE INDEX inbox_messages_by_age ON public.inbox_messages USING btree (received_at);

create table inbox_rules (
  lab_id bigint not null,
  "position" integer not null,
  field text not null,
  contains text not null,
  report_type_id bigint not null,
  title text not null,
  constraint inbox_rules_pkey PRIMARY KEY (lab_id, "position"),
  constraint inbox_rules_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id) ON DELETE CASCADE,
  constraint inbox_rules_report_type_id_fkey FOREIGN KEY (report_type_id) REFERENCES report_types(id) ON DELETE CASCADE,
  constraint inbox_rules_field_check CHECK ((field = ANY (ARRAY['text'::text, 'fileName'::text, 'any'::text]))),
  constraint inbox_rules_position_check CHECK (("position" >= 0))
);

create table inbox_settings (
  lab_id bigint not null,
  file_name_pattern text,
  constraint inbox_settings_pkey PRIMARY KEY (lab_id),
  constraint inbox_settings_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id) ON DELETE CASCADE
);

create table inbox_sources (
  id bigint generated always as identity not null,
  lab_id bigint not null,
  kind text not null,
  name text not null,
  is_on boolean default true not null,
  publishes_automatically boolean default false not null,
  publisher_id bigint,
  folder text,
  certificate text,
  addresses text[] default '{}'::text[] not null,
  charset text,
  problem text,
  problem_since timestamp(3) with time zone,
  last_received_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  removed_at timestamp(3) with time zone,
  constraint inbox_sources_pkey PRIMARY KEY (id),
  constraint inbox_sources_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id) ON DELETE CASCADE,
  constraint inbox_sources_publisher_id_fkey FOREIGN KEY (publisher_id) REFERENCES users(id),
  constraint inbox_sources_certificate_check CHECK ((certificate ~ '^[0-9a-f]{64}$'::text)),
  constraint inbox_sources_kind_check CHECK ((kind = ANY (ARRAY['folder'::text, 'hl7'::text]))),
  constraint inbox_sources_publisher CHECK (((NOT publishes_automatically) OR (publisher_id IS NOT NULL))),
  constraint inbox_sources_whole CHECK (
CASE kind
    WHEN 'folder'::text THEN ((folder IS NOT NULL) AND (certificate IS NULL))
    ELSE ((folder IS NULL) AND (certificate IS NOT NULL))
END)
);
CREATE INDEX inbox_sources_of_lab ON public.inbox_sources USING btree (lab_id) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX inbox_sources_certificate ON public.inbox_sources USING btree (certificate) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX inbox_sources_folder ON public.inbox_sources USING btree (folder) WHERE (removed_at IS NULL);

create table installation (
  only_row boolean default true not null,
  id text default (gen_random_uuid())::text not null,
  key_fingerprint bytea,
  storage_marked_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  pulse bigint default 0 not null,
  constraint installation_pkey PRIMARY KEY (only_row),
  constraint installation_key_fingerprint_check CHECK ((octet_length(key_fingerprint) = 32)),
  constraint installation_only_row_check CHECK (only_row)
);

create table integration_assertions (
  integration_id bigint not null,
  jti_hash bytea not null,
  expires_at timestamp(3) with time zone not null,
  constraint integration_assertions_pkey PRIMARY KEY (integration_id, jti_hash),
  constraint integration_assertions_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integrations(id) ON DELETE CASCADE,
  constraint integration_assertions_jti_hash_check CHECK ((octet_length(jti_hash) = 32))
);
CREATE INDEX integration_assertions_by_age ON public.integration_assertions USING btree (expires_at);

create table integration_reports (
  integration_id bigint not null,
  report_id bigint not null,
  version integer not null,
  is_current boolean not null,
  accepted_at timestamp(3) with time zone,
  sent_change bigint,
  sent_type text,
  sent_version integer,
  sealed_sent bytea,
  sealed_accepted bytea,
  accepted_type text,
  constraint integration_reports_pkey PRIMARY KEY (integration_id, report_id),
  constraint integration_reports_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integrations(id) ON DELETE CASCADE,
  constraint integration_reports_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id)
);
CREATE INDEX integration_reports_of_report ON public.integration_reports USING btree (report_id);

create table integration_sendings (
  id bigint generated always as identity not null,
  integration_id bigint not null,
  change_sequence bigint not null,
  report_id bigint not null,
  state text default 'waiting'::text not null,
  version integer,
  type text,
  answer text,
  tries integer default 0 not null,
  first_refused_at timestamp(3) with time zone,
  next_try_at timestamp(3) with time zone default now() not null,
  is_sending boolean default false not null,
  created_at timestamp(3) with time zone default now() not null,
  changed_at timestamp(3) with time zone default now() not null,
  is_urgent boolean default false not null,
  constraint integration_sendings_pkey PRIMARY KEY (id),
  constraint integration_sendings_change_sequence_fkey FOREIGN KEY (change_sequence) REFERENCES report_changes(sequence),
  constraint integration_sendings_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integrations(id) ON DELETE CASCADE,
  constraint integration_sendings_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id),
  constraint integration_sendings_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'refused'::text, 'superseded'::text])))
);
CREATE INDEX integration_sendings_by_age ON public.integration_sendings USING btree (changed_at) WHERE (state <> 'waiting'::text);
CREATE INDEX integration_sendings_newest ON public.integration_sendings USING btree (integration_id, id DESC);
CREATE INDEX integration_sendings_next ON public.integration_sendings USING btree (integration_id, is_urgent DESC, change_sequence) WHERE (state = 'waiting'::text);
CREATE INDEX integration_sendings_of_report ON public.integration_sendings USING btree (report_id, id DESC);
CREATE INDEX integration_sendings_refused ON public.integration_sendings USING btree (integration_id, id) WHERE (state = 'refused'::text);
CREATE INDEX integration_sendings_sending ON public.integration_sendings USING btree (integration_id) WHERE is_sending;
CREATE INDEX integration_sendings_waiting ON public.integration_sendings USING btree (integration_id, change_sequence) WHERE (state = 'waiting'::text);
CREATE TRIGGER integration_sendings_urgency BEFORE INSERT ON public.integration_sendings FOR EACH ROW EXECUTE FUNCTION set_urgency_of_sending();

create table integration_tokens (
  token_hash bytea not null,
  integration_id bigint not null,
  scopes text[] not null,
  expires_at timestamp(3) with time zone not null,
  constraint integration_tokens_pkey PRIMARY KEY (token_hash),
  constraint integration_tokens_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integrations(id) ON DELETE CASCADE,
  constraint integration_tokens_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX integration_tokens_by_age ON public.integration_tokens USING btree (expires_at);
CREATE INDEX integration_tokens_of_integration ON public.integration_tokens USING btree (integration_id);

create table integrations (
  id bigint generated always as identity not null,
  lab_id bigint not null,
  kind text not null,
  name text not null,
  purpose text not null,
  country text not null,
  legal_basis text,
  referrer_id bigint,
  includes_sensitive boolean default false not null,
  state text default 'active'::text not null,
  pause_cause text,
  created_by bigint not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  ended_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  client_id uuid default gen_random_uuid() not null,
  scopes text[] default '{}'::text[] not null,
  jwks jsonb,
  jwks_uri text,
  key_hash bytea,
  key_expires_at timestamp(3) with time zone,
  key_days smallint,
  key_reminded_days smallint,
  url text,
  host text,
  port integer,
  ca text,
  server_name text,
  processing_id text,
  sending_application text,
  sending_facility text,
  receiving_application text,
  receiving_facility text,
  sealed_secret bytea,
  sealed_previous_secret bytea,
  previous_secret_until timestamp(3) with time zone,
  failing_since timestamp(3) with time zone,
  failure text,
  tries integer default 0 not null,
  next_try_at timestamp(3) with time zone,
  failure_mails smallint default 0 not null,
  refused_reports bigint[] default '{}'::bigint[] not null,
  withdrawal_told_at timestamp(3) with time zone,
  assigning_authority text,
  constraint integrations_pkey PRIMARY KEY (id),
  constraint integrations_client_id_key UNIQUE (client_id),
  constraint integrations_key_hash_key UNIQUE (key_hash),
  constraint integrations_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint integrations_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id) ON DELETE CASCADE,
  constraint integrations_referrer_fkey FOREIGN KEY (referrer_id, lab_id) REFERENCES referrers(id, lab_id),
  constraint integrations_assigning_authority_check CHECK (((assigning_authority IS NULL) OR ((char_length(assigning_authority) >= 1) AND (char_length(assigning_authority) <= 100)))),
  constraint integrations_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint integrations_ended CHECK (((state = 'ended'::text) = (ended_at IS NOT NULL))),
  constraint integrations_key CHECK ((num_nonnulls(key_hash, key_expires_at, key_days) = ANY (ARRAY[0, 3]))),
  constraint integrations_key_days_check CHECK (((key_days >= 1) AND (key_days <= 365))),
  constraint integrations_key_hash_check CHECK ((octet_length(key_hash) = 32)),
  constraint integrations_key_reminded_days_check CHECK ((key_reminded_days = ANY (ARRAY[7, 30]))),
  constraint integrations_kind_check CHECK ((kind = ANY (ARRAY['client'::text, 'webhook'::text, 'hl7'::text]))),
  constraint integrations_legal_basis_check CHECK (((length(legal_basis) >= 10) AND (length(legal_basis) <= 500))),
  constraint integrations_pause_cause_check CHECK ((pause_cause = ANY (ARRAY['staff'::text, 'restored'::text, 'gone'::text]))),
  constraint integrations_paused CHECK (((state = 'paused'::text) = (pause_cause IS NOT NULL))),
  constraint integrations_port_check CHECK (((port >= 1) AND (port <= 65535))),
  constraint integrations_previous_secret CHECK (((sealed_previous_secret IS NULL) = (previous_secret_until IS NULL))),
  constraint integrations_processing_id_check CHECK ((processing_id = ANY (ARRAY['T'::text, 'P'::text]))),
  constraint integrations_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'ended'::text]))),
  constraint integrations_whole CHECK (
CASE kind
    WHEN 'client'::text THEN ((num_nonnulls(jwks, jwks_uri, key_hash) = 1) OR (state = 'ended'::text))
    WHEN 'webhook'::text THEN ((url IS NOT NULL) AND ((sealed_secret IS NOT NULL) OR (state <> 'active'::text)))
    ELSE (num_nonnulls(host, port, server_name, processing_id, sending_application, sending_facility) = 6)
END)
);
CREATE INDEX integrations_of_lab ON public.integrations USING btree (lab_id, id);
CREATE INDEX integrations_of_referrer ON public.integrations USING btree (referrer_id) WHERE (referrer_id IS NOT NULL);
CREATE INDEX integrations_with_key ON public.integrations USING btree (key_expires_at) WHERE (key_expires_at IS NOT NULL);

create table known_devices (
  token_hash bytea not null,
  user_id bigint not null,
  created_at timestamp(3) with time zone default now() not null,
  last_used_at timestamp(3) with time zone default now() not null,
  constraint known_devices_pkey PRIMARY KEY (token_hash, user_id),
  constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX known_devices_user_id ON public.known_devices USING btree (user_id, last_used_at);

create table lab_calendars (
  lab_id bigint not null,
  week jsonb not null,
  holidays jsonb not null,
  seasons jsonb not null,
  constraint lab_calendars_pkey PRIMARY KEY (lab_id),
  constraint lab_calendars_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id) ON DELETE CASCADE
);

create table lab_critical_contacts (
  lab_id bigint not null,
  user_id bigint not null,
  step text not null,
  constraint lab_critical_contacts_pkey PRIMARY KEY (lab_id, step, user_id),
  constraint lab_critical_contacts_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES lab_critical_settings(lab_id) ON DELETE CASCADE,
  constraint lab_critical_contacts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint lab_critical_contacts_step_check CHECK ((step = ANY (ARRAY['half'::text, 'target'::text])))
);
CREATE INDEX lab_critical_contacts_of_user ON public.lab_critical_contacts USING btree (user_id);

create table lab_critical_settings (
  lab_id bigint not null,
  is_on boolean default false not null,
  target_minutes integer default 30 not null,
  constraint lab_critical_settings_pkey PRIMARY KEY (lab_id),
  constraint lab_critical_settings_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id) ON DELETE CASCADE,
  constraint lab_critical_settings_target_minutes_check CHECK ((target_minutes = ANY (ARRAY[15, 30, 60])))
);

create table lab_delivery_settings (
  lab_id bigint not null,
  link_days integer default 30 not null,
  is_automatic boolean default false not null,
  quiet_from_hour integer default 21 not null,
  quiet_until_hour integer default 8 not null,
  sender_name text,
  adult_age integer default 18 not null,
  slip_paper text default 'a4'::text not null,
  constraint lab_delivery_settings_pkey PRIMARY KEY (lab_id),
  constraint lab_delivery_settings_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id) ON DELETE CASCADE,
  constraint lab_delivery_settings_adult_age_check CHECK (((adult_age >= 14) AND (adult_age <= 25))),
  constraint lab_delivery_settings_link_days_check CHECK (((link_days >= 1) AND (link_days <= 90))),
  constraint lab_delivery_settings_quiet_from_hour_check CHECK (((quiet_from_hour >= 0) AND (quiet_from_hour <= 23))),
  constraint lab_delivery_settings_quiet_until_hour_check CHECK (((quiet_until_hour >= 0) AND (quiet_until_hour <= 23))),
  constraint lab_delivery_settings_slip_paper_check CHECK ((slip_paper = ANY (ARRAY['a4'::text, 'a5'::text, 'roll-80'::text, 'roll-58'::text])))
);

create table lab_letterheads (
  lab_id bigint not null,
  is_used boolean default false not null,
  accreditation text,
  corner text default 'bottom-right'::text not null,
  margin_x integer default 10 not null,
  margin_y integer default 10 not null,
  shows_signature boolean default true not null,
  logo bytea,
  logo_media_type text,
  logo_version integer default 0 not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint lab_letterheads_pkey PRIMARY KEY (lab_id),
  constraint lab_letterheads_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id) ON DELETE CASCADE,
  constraint lab_letterheads_corner_check CHECK ((corner = ANY (ARRAY['top-left'::text, 'top-right'::text, 'bottom-left'::text, 'bottom-right'::text]))),
  constraint lab_letterheads_logo_media_type_check CHECK ((logo_media_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text]))),
  constraint lab_letterheads_logo_whole CHECK (((logo IS NULL) = (logo_media_type IS NULL))),
  constraint lab_letterheads_margin_x_check CHECK (((margin_x >= 5) AND (margin_x <= 60))),
  constraint lab_letterheads_margin_y_check CHECK (((margin_y >= 5) AND (margin_y <= 60)))
);

create table lab_message_templates (
  id bigint generated always as identity not null,
  lab_id bigint not null,
  language text not null,
  purpose text not null,
  template text,
  saved_by bigint not null,
  saved_at timestamp(3) with time zone default now() not null,
  constraint lab_message_templates_pkey PRIMARY KEY (id),
  constraint lab_message_templates_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id) ON DELETE CASCADE,
  constraint lab_message_templates_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id),
  constraint lab_message_templates_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ar'::text]))),
  constraint lab_message_templates_purpose_check CHECK ((purpose = ANY (ARRAY['report'::text, 'renewal'::text, 'amended'::text, 'withdrawn'::text, 'sent-in-error'::text])))
);
CREATE INDEX lab_message_templates_newest ON public.lab_message_templates USING btree (lab_id, language, purpose, id DESC);

create table lab_release_settings (
  lab_id bigint not null,
  two_persons text default 'none'::text not null,
  report_type_ids bigint[] default '{}'::bigint[] not null,
  technicians_release boolean default false not null,
  allows_alone boolean default false not null,
  late_told_at timestamp(3) with time zone,
  constraint lab_release_settings_pkey PRIMARY KEY (lab_id),
  constraint lab_release_settings_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id) ON DELETE CASCADE,
  constraint lab_release_settings_two_persons_check CHECK ((two_persons = ANY (ARRAY['none'::text, 'types'::text, 'all'::text])))
);

create table lab_sign_in_settings (
  lab_id bigint not null,
  rule text default 'any'::text not null,
  open_until timestamp(3) with time zone,
  open_reason text,
  constraint lab_sign_in_settings_pkey PRIMARY KEY (lab_id),
  constraint lab_sign_in_settings_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id) ON DELETE CASCADE,
  constraint lab_sign_in_settings_rule_check CHECK ((rule = ANY (ARRAY['any'::text, 'provider'::text])))
);

create table lab_turnaround_targets (
  lab_id bigint not null,
  report_type_id bigint not null,
  minutes integer not null,
  constraint lab_turnaround_targets_pkey PRIMARY KEY (lab_id, report_type_id),
  constraint lab_turnaround_targets_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id) ON DELETE CASCADE,
  constraint lab_turnaround_targets_report_type_id_fkey FOREIGN KEY (report_type_id) REFERENCES report_types(id) ON DELETE CASCADE,
  constraint lab_turnaround_targets_minutes_check CHECK (((minutes >= 1) AND (minutes <= 86400)))
);
CREATE INDEX lab_turnaround_targets_of_type ON public.lab_turnaround_targets USING btree (report_type_id);

create table lab_visit_settings (
  lab_id bigint not null,
  is_on boolean default false not null,
  holds_unpaid boolean default false not null,
  gives_links boolean default false not null,
  constraint lab_visit_settings_pkey PRIMARY KEY (lab_id),
  constraint lab_visit_settings_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id) ON DELETE CASCADE
);

create table labs (
  id bigint generated always as identity not null,
  name text not null,
  address_line1 text not null,
  city text not null,
  email text,
  phone text,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint labs_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX labs_name_key ON public.labs USING btree (lower(name));
CREATE TRIGGER labs_changed AFTER UPDATE ON public.labs FOR EACH STATEMENT EXECUTE FUNCTION tell_accounts_changed();
CREATE TRIGGER labs_queue_correction AFTER UPDATE OF name, address_line1, city ON public.labs FOR EACH ROW WHEN ((((new.name IS DISTINCT FROM old.name) OR (new.address_line1 IS DISTINCT FROM old.address_line1)) OR (new.city IS DISTINCT FROM old.city))) EXECUTE FUNCTION queue_correction_of_lab('lab');

create table legal_holds (
  id bigint generated always as identity not null,
  patient_id bigint not null,
  reason text not null,
  placed_by bigint not null,
  placed_at timestamp(3) with time zone default clock_timestamp() not null,
  lift_reason text,
  lifted_by bigint,
  lifted_at timestamp(3) with time zone,
  constraint legal_holds_pkey PRIMARY KEY (id),
  constraint legal_holds_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES users(id),
  constraint legal_holds_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients(id),
  constraint legal_holds_placed_by_fkey FOREIGN KEY (placed_by) REFERENCES users(id),
  constraint legal_holds_lifted_whole CHECK ((((lifted_at IS NULL) = (lifted_by IS NULL)) AND ((lifted_at IS NULL) = (lift_reason IS NULL))))
);
CREATE INDEX legal_holds_patient_id ON public.legal_holds USING btree (patient_id);
CREATE UNIQUE INDEX legal_holds_one_at_a_time ON public.legal_holds USING btree (patient_id) WHERE (lifted_at IS NULL);

create table link_codes (
  id bigint generated always as identity not null,
  link_id bigint not null,
  code_hash bytea,
  tries integer default 0 not null,
  used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  constraint link_codes_pkey PRIMARY KEY (id),
  constraint link_codes_link_id_fkey FOREIGN KEY (link_id) REFERENCES report_links(id) ON DELETE CASCADE
);
CREATE INDEX link_codes_created_at ON public.link_codes USING btree (created_at);
CREATE INDEX link_codes_of_link ON public.link_codes USING btree (link_id, id DESC);

create table link_sessions (
  token_hash bytea not null,
  link_id bigint,
  has_code boolean default false not null,
  created_at timestamp(3) with time zone default now() not null,
  used_at timestamp(3) with time zone default now() not null,
  slip_id bigint,
  constraint link_sessions_pkey PRIMARY KEY (token_hash),
  constraint link_sessions_link_id_fkey FOREIGN KEY (link_id) REFERENCES report_links(id) ON DELETE CASCADE,
  constraint link_sessions_slip_id_fkey FOREIGN KEY (slip_id) REFERENCES visit_slips(id) ON DELETE CASCADE,
  constraint link_sessions_of_one CHECK ((num_nonnulls(link_id, slip_id) = 1))
);
CREATE INDEX link_sessions_of_link ON public.link_sessions USING btree (link_id);
CREATE INDEX link_sessions_of_slip ON public.link_sessions USING btree (slip_id) WHERE (slip_id IS NOT NULL);
CREATE INDEX link_sessions_used_at ON public.link_sessions USING btree (used_at);

create table orphaned_uploads (
  name text not null,
  remove_from timestamp(3) with time zone not null,
  constraint orphaned_uploads_pkey PRIMARY KEY (name)
);
CREATE INDEX orphaned_uploads_remove_from ON public.orphaned_uploads USING btree (remove_from);

create table page_images (
  file_id bigint not null,
  name text,
  width integer,
  height integer,
  size_bytes integer,
  sha256 bytea,
  made_at timestamp(3) with time zone default now() not null,
  used_at timestamp(3) with time zone default now() not null,
  constraint page_images_pkey PRIMARY KEY (file_id),
  constraint page_images_name_key UNIQUE (name),
  constraint page_images_file_id_fkey FOREIGN KEY (file_id) REFERENCES report_files(id) ON DELETE CASCADE,
  constraint page_images_whole CHECK ((num_nulls(name, width, height, size_bytes, sha256) = ANY (ARRAY[0, 5])))
);
CREATE INDEX page_images_used_at ON public.page_images USING btree (used_at);

create table passkey_challenges (
  challenge bytea not null,
  purpose text not null,
  browser_hash bytea,
  session_id bigint,
  expires_at timestamp(3) with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge),
  constraint passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint passkey_challenges_check CHECK ((num_nonnulls(browser_hash, session_id) = 1)),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['sign-in'::text, 'second-step'::text, 'confirm'::text, 'add'::text])))
);
CREATE INDEX passkey_challenges_browser_hash ON public.passkey_challenges USING btree (browser_hash);
CREATE INDEX passkey_challenges_expires_at ON public.passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_session_id ON public.passkey_challenges USING btree (session_id);

create table passkeys (
  id bigint generated always as identity not null,
  user_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  is_synced boolean not null,
  transports text[] not null,
  rp_id text not null,
  name text not null,
  created_at timestamp(3) with time zone default now() not null,
  last_used_at timestamp(3) with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user_id ON public.passkeys USING btree (user_id);
CREATE TRIGGER passkeys_count_access_version AFTER INSERT OR DELETE ON public.passkeys FOR EACH ROW EXECUTE FUNCTION count_access_version_of_owner();

create table password_resets (
  id bigint generated always as identity not null,
  user_id bigint not null,
  token_hash bytea,
  expires_at timestamp(3) with time zone,
  used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  constraint password_resets_pkey PRIMARY KEY (id),
  constraint password_resets_token_hash_key UNIQUE (token_hash),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX password_resets_user_id ON public.password_resets USING btree (user_id);

create table patient_changes (
  id bigint generated always as identity not null,
  patient_id bigint not null,
  changed_by bigint not null,
  changed_at timestamp(3) with time zone default now() not null,
  kind text not null,
  changes jsonb not null,
  constraint patient_changes_pkey PRIMARY KEY (id),
  constraint patient_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  constraint patient_changes_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients(id) ON DELETE CASCADE,
  constraint patient_changes_kind_check CHECK ((kind = ANY (ARRAY['edit'::text, 'merge'::text, 'undo-merge'::text])))
);
CREATE INDEX patient_changes_of_patient ON public.patient_changes USING btree (patient_id, id DESC);

create table patient_consents (
  id bigint generated always as identity not null,
  patient_id bigint not null,
  channel text not null,
  is_given boolean not null,
  wording_version integer not null,
  recorded_by bigint not null,
  recorded_at timestamp(3) with time zone default now() not null,
  constraint patient_consents_pkey PRIMARY KEY (id),
  constraint patient_consents_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients(id) ON DELETE CASCADE,
  constraint patient_consents_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  constraint patient_consents_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp'::text])))
);
CREATE INDEX patient_consents_newest ON public.patient_consents USING btree (patient_id, channel, id DESC);
CREATE INDEX patient_consents_to_emails ON public.patient_consents USING btree (patient_id) WHERE ((channel = 'email'::text) AND is_given);
CREATE TRIGGER patient_consents_contact AFTER INSERT OR DELETE OR UPDATE ON public.patient_consents FOR EACH ROW EXECUTE FUNCTION note_contact();

create table patient_delegates (
  id bigint generated always as identity not null,
  patient_id bigint not null,
  kind text not null,
  full_name text not null,
  relation text not null,
  language text not null,
  email text,
  phone text,
  document_seen text not null,
  valid_from date not null,
  valid_until date,
  wording_version integer not null,
  recorded_by bigint not null,
  recorded_at timestamp(3) with time zone default now() not null,
  ended_at timestamp(3) with time zone,
  end_reason text,
  ended_by bigint,
  constraint patient_delegates_pkey PRIMARY KEY (id),
  constraint patient_delegates_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id),
  constraint patient_delegates_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients(id) ON DELETE CASCADE,
  constraint patient_delegates_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  constraint patient_delegates_contact CHECK (((email IS NOT NULL) OR (phone IS NOT NULL))),
  constraint patient_delegates_days CHECK (((valid_until IS NULL) OR (valid_until >= valid_from))),
  constraint patient_delegates_end_reason_check CHECK ((end_reason = ANY (ARRAY['staff'::text, 'changed'::text, 'expired'::text, 'adult'::text]))),
  constraint patient_delegates_end_whole CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
  constraint patient_delegates_kind_check CHECK ((kind = ANY (ARRAY['guardian'::text, 'delegate'::text]))),
  constraint patient_delegates_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ar'::text]))),
  constraint patient_delegates_relation_check CHECK ((relation = ANY (ARRAY['parent'::text, 'legal-guardian'::text, 'spouse'::text, 'child'::text, 'sibling'::text, 'caregiver'::text, 'other'::text])))
);
CREATE INDEX patient_delegates_active ON public.patient_delegates USING btree (kind, id) WHERE (ended_at IS NULL);
CREATE INDEX patient_delegates_of_patient ON public.patient_delegates USING btree (patient_id, id);
CREATE TRIGGER patient_delegates_queue_correction AFTER INSERT OR UPDATE ON public.patient_delegates FOR EACH ROW WHEN ((new.kind = 'guardian'::text)) EXECUTE FUNCTION queue_correction_of_patient('patient_id');

create table patient_import_rows (
  import_id bigint not null,
  row_number integer not null,
  fields jsonb not null,
  errors jsonb default '[]'::jsonb not null,
  name_keys text[] generated always as (name_keys_of(COALESCE((fields ->> 'fullName'::text), ''::text))) stored not null,
  duplicate_patients bigint[] default '{}'::bigint[] not null,
  duplicate_rows integer[] default '{}'::integer[] not null,
  bad_fields jsonb,
  constraint patient_import_rows_pkey PRIMARY KEY (import_id, row_number),
  constraint patient_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES patient_imports(id) ON DELETE CASCADE
);

create table patient_imports (
  id bigint generated always as identity not null,
  lab_id bigint not null,
  created_by bigint not null,
  created_at timestamp(3) with time zone default now() not null,
  finished_at timestamp(3) with time zone,
  file_name text not null,
  content bytea,
  date_order text not null,
  state text default 'checking'::text not null,
  problem text,
  attempts integer default 0 not null,
  encoding text,
  separator text,
  unknown_columns text[] default '{}'::text[] not null,
  skip_duplicates boolean default false not null,
  rows_total integer,
  rows_checked integer default 0 not null,
  rows_written integer default 0 not null,
  rows_with_errors integer default 0 not null,
  rows_duplicate integer default 0 not null,
  confirmed_address text,
  confirmed_request_id text,
  skip_invalid boolean default false not null,
  constraint patient_imports_pkey PRIMARY KEY (id),
  constraint patient_imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint patient_imports_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id) ON DELETE CASCADE,
  constraint patient_imports_date_order_check CHECK ((date_order = ANY (ARRAY['ymd'::text, 'dmy'::text, 'mdy'::text]))),
  constraint patient_imports_state_check CHECK ((state = ANY (ARRAY['checking'::text, 'refused'::text, 'ready'::text, 'writing'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX patient_imports_created_at ON public.patient_imports USING btree (created_at);

create table patient_languages (
  patient_id bigint not null,
  language text not null,
  constraint patient_languages_pkey PRIMARY KEY (patient_id),
  constraint patient_languages_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients(id) ON DELETE CASCADE,
  constraint patient_languages_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ar'::text])))
);

create table patient_merges (
  id bigint generated always as identity not null,
  survivor_id bigint not null,
  merged_id bigint not null,
  merged_by bigint not null,
  merged_at timestamp(3) with time zone default now() not null,
  reason text not null,
  report_ids bigint[] not null,
  changes jsonb not null,
  undone_at timestamp(3) with time zone,
  undone_by bigint,
  delivery_change jsonb,
  visit_ids bigint[] default '{}'::bigint[] not null,
  unreleased_ids bigint[] default '{}'::bigint[] not null,
  constraint patient_merges_pkey PRIMARY KEY (id),
  constraint patient_merges_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES users(id),
  constraint patient_merges_merged_id_fkey FOREIGN KEY (merged_id) REFERENCES patients(id),
  constraint patient_merges_survivor_id_fkey FOREIGN KEY (survivor_id) REFERENCES patients(id),
  constraint patient_merges_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id),
  constraint patient_merges_check CHECK ((survivor_id <> merged_id))
);
CREATE INDEX patient_merges_of_merged ON public.patient_merges USING btree (merged_id, id DESC);
CREATE INDEX patient_merges_of_survivor ON public.patient_merges USING btree (survivor_id, id DESC);

create table patients (
  id bigint generated always as identity not null,
  lab_id bigint not null,
  full_name text not null,
  emr_id text,
  email text,
  phone text not null,
  date_of_birth date not null,
  gender text,
  address_line1 text,
  city text,
  registration_type text,
  registered_by bigint,
  profile_completed boolean generated always as (((email IS NOT NULL) AND (gender IS NOT NULL) AND (address_line1 IS NOT NULL) AND (city IS NOT NULL))) stored not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  former_ids text default ''::text not null,
  merged_into bigint,
  name_keys text[] generated always as (name_keys_of(full_name)) stored not null,
  search text generated always as ((((((((((fold_text(full_name) || '
'::text) || ltrim(phone, '+'::text)) || '
'::text) || COALESCE(fold_text(email), ''::text)) || '
'::text) || COALESCE(fold_text(emr_id), ''::text)) || '
zl-'::text) || (id)::text) || former_ids)) stored not null,
  national_id text,
  constraint patients_pkey PRIMARY KEY (id),
  constraint patients_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id),
  constraint patients_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES patients(id),
  constraint patients_registered_by_fkey FOREIGN KEY (registered_by) REFERENCES users(id),
  constraint patients_gender_check CHECK ((gender = ANY (ARRAY['MALE'::text, 'FEMALE'::text, 'OTHER'::text]))),
  constraint patients_national_id CHECK ((national_id ~ '^[0-9]{15}$'::text)) NOT VALID
) with (autovacuum_vacuum_insert_scale_factor=0.002);
CREATE INDEX patients_by_folded_name ON public.patients USING btree (lab_id, split_part(search, '
'::text, 1), id);
CREATE INDEX patients_by_folded_name_anywhere ON public.patients USING btree (split_part(search, '
'::text, 1), id);
CREATE INDEX patients_by_name ON public.patients USING btree (lab_id, lower(full_name), id);
CREATE INDEX patients_by_name_anywhere ON public.patients USING btree (lower(full_name), id);
CREATE INDEX patients_by_registration_type ON public.patients USING btree (lab_id, registration_type, created_at DESC, id DESC) WHERE (merged_into IS NULL);
CREATE INDEX patients_by_registration_type_anywhere ON public.patients USING btree (registration_type, created_at DESC, id DESC) WHERE (merged_into IS NULL);
CREATE INDEX patients_changed ON public.patients USING btree (lab_id, updated_at, id);
CREATE INDEX patients_date_of_birth ON public.patients USING btree (lab_id, date_of_birth);
CREATE INDEX patients_email ON public.patients USING btree (lab_id, lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX patients_emr_id ON public.patients USING btree (lab_id, lower(emr_id)) WHERE (emr_id IS NOT NULL);
CREATE INDEX patients_emr_id_folded ON public.patients USING btree (lab_id, fold_text(emr_id)) WHERE (emr_id IS NOT NULL);
CREATE INDEX patients_merged_into ON public.patients USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX patients_name_keys ON public.patients USING gin (lab_id, name_keys);
CREATE INDEX patients_national_id ON public.patients USING btree (lab_id, national_id) WHERE (national_id IS NOT NULL);
CREATE INDEX patients_newest_kept ON public.patients USING btree (lab_id, created_at DESC, id DESC) INCLUDE (merged_into);
CREATE INDEX patients_newest_kept_anywhere ON public.patients USING btree (created_at DESC, id DESC) INCLUDE (merged_into);
CREATE INDEX patients_newest_long_search ON public.patients USING btree (lab_id, created_at DESC, id DESC) WHERE (octet_length(search) > 1000);
CREATE INDEX patients_newest_search ON public.patients USING btree (lab_id, created_at DESC, id DESC) INCLUDE (merged_into, search) WHERE (octet_length(search) <= 1000);
CREATE INDEX patients_phone ON public.patients USING btree (lab_id, phone);
CREATE INDEX patients_search ON public.patients USING gin (lab_id, search gin_trgm_ops);
CREATE INDEX patients_without_email ON public.patients USING btree (lab_id, id) WHERE (email IS NULL);
CREATE TRIGGER end_links_to_old_contact AFTER UPDATE OF email, phone ON public.patients FOR EACH ROW EXECUTE FUNCTION end_links_to_old_contact();
CREATE TRIGGER patients_contact AFTER UPDATE OF email ON public.patients FOR EACH ROW WHEN ((old.email IS DISTINCT FROM new.email)) EXECUTE FUNCTION note_contact();
CREATE TRIGGER patients_count_deleted AFTER DELETE ON public.patients REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_patients();
CREATE TRIGGER patients_count_inserted AFTER INSERT ON public.patients REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_patients();
CREATE TRIGGER patients_count_updated AFTER UPDATE ON public.patients REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_patients();
CREATE TRIGGER patients_note_deleted AFTER DELETE ON public.patients REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_registrations();
CREATE TRIGGER patients_note_inserted AFTER INSERT ON public.patients REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_registrations();
CREATE TRIGGER patients_note_updated AFTER UPDATE ON public.patients REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_registrations();
CREATE TRIGGER patients_queue_correction AFTER UPDATE OF full_name, date_of_birth, gender, emr_id, national_id, phone, email, address_line1, city ON public.patients FOR EACH ROW WHEN ((((((((((new.full_name IS DISTINCT FROM old.full_name) OR (new.date_of_birth IS DISTINCT FROM old.date_of_birth)) OR (new.gender IS DISTINCT FROM old.gender)) OR (new.emr_id IS DISTINCT FROM old.emr_id)) OR (new.national_id IS DISTINCT FROM old.national_id)) OR (new.phone IS DISTINCT FROM old.phone)) OR (new.email IS DISTINCT FROM old.email)) OR (new.address_line1 IS DISTINCT FROM old.address_line1)) OR (new.city IS DISTINCT FROM old.city))) EXECUTE FUNCTION queue_correction_of_patient('id');
CREATE TRIGGER patients_rules BEFORE UPDATE OF merged_into ON public.patients FOR EACH ROW WHEN (((CURRENT_USER = 'zelab_application'::name) AND (new.merged_into IS NOT NULL))) EXECUTE FUNCTION check_merge();

create table provider_links (
  provider_id bigint not null,
  user_id bigint not null,
  subject text not null,
  gives_role boolean default false not null,
  created_at timestamp(3) with time zone default now() not null,
  last_used_at timestamp(3) with time zone,
  last_acr text,
  last_auth_at timestamp(3) with time zone,
  lost_role_at timestamp(3) with time zone,
  constraint provider_links_pkey PRIMARY KEY (provider_id, user_id),
  constraint provider_links_provider_id_subject_key UNIQUE (provider_id, subject),
  constraint provider_links_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES sign_in_providers(id) ON DELETE CASCADE,
  constraint provider_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX provider_links_last_used_idx ON public.provider_links USING btree (provider_id, last_used_at DESC) WHERE (last_used_at IS NOT NULL);
CREATE INDEX provider_links_user_id ON public.provider_links USING btree (user_id);
CREATE TRIGGER provider_links_count_access_version AFTER INSERT OR DELETE ON public.provider_links FOR EACH ROW EXECUTE FUNCTION count_access_version_of_owner();

create table provider_logouts (
  provider_id bigint not null,
  jti_hash bytea not null,
  expires_at timestamp(3) with time zone not null,
  constraint provider_logouts_pkey PRIMARY KEY (provider_id, jti_hash),
  constraint provider_logouts_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES sign_in_providers(id) ON DELETE CASCADE
);
CREATE INDEX provider_logouts_expires_at ON public.provider_logouts USING btree (expires_at);

create table provider_requests (
  state_hash bytea not null,
  provider_id bigint not null,
  purpose text not null,
  browser_hash bytea not null,
  session_id bigint,
  invitation_hash bytea,
  return_to text,
  user_id bigint,
  access_version bigint,
  provider_session text,
  sealed_id_token bytea,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone not null,
  constraint provider_requests_pkey PRIMARY KEY (state_hash),
  constraint provider_requests_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES sign_in_providers(id) ON DELETE CASCADE,
  constraint provider_requests_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint provider_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint provider_requests_purpose_check CHECK ((purpose = ANY (ARRAY['sign-in'::text, 'link'::text, 'confirm'::text, 'invitation'::text, 'second-step'::text])))
);
CREATE INDEX provider_requests_browser_hash ON public.provider_requests USING btree (browser_hash);
CREATE INDEX provider_requests_expires_at ON public.provider_requests USING btree (expires_at);
CREATE INDEX provider_requests_provider_id ON public.provider_requests USING btree (provider_id);
CREATE INDEX provider_requests_session_id ON public.provider_requests USING btree (session_id);
CREATE INDEX provider_requests_user_id ON public.provider_requests USING btree (user_id);

create table rate_limits (
  key text not null,
  attempts integer not null,
  window_started_at timestamp(3) with time zone default now() not null,
  waits_until timestamp(3) with time zone,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table record_counts (
  kind text not null,
  lab_id bigint not null,
  report_type_id bigint not null,
  slot smallint not null,
  n bigint not null,
  constraint record_counts_pkey PRIMARY KEY (kind, lab_id, report_type_id, slot),
  constraint record_counts_kind_check CHECK ((kind = ANY (ARRAY['patients'::text, 'reports'::text])))
) with (fillfactor=50);

create table recovery_codes (
  user_id bigint not null,
  code_hash bytea not null,
  used_at timestamp(3) with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table referrers (
  id bigint generated always as identity not null,
  lab_id bigint not null,
  kind text not null,
  name text not null,
  folded_name text generated always as (fold_text(name)) stored not null,
  phone text,
  email text,
  license_number text,
  created_at timestamp(3) with time zone default now() not null,
  archived_at timestamp(3) with time zone,
  note text,
  constraint referrers_pkey PRIMARY KEY (id),
  constraint referrers_lab_key UNIQUE (id, lab_id),
  constraint referrers_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id) ON DELETE CASCADE,
  constraint referrers_kind_check CHECK ((kind = ANY (ARRAY['doctor'::text, 'clinic'::text])))
);
CREATE UNIQUE INDEX referrers_name_key ON public.referrers USING btree (lab_id, folded_name) WHERE (archived_at IS NULL);
CREATE TRIGGER referrers_queue_correction AFTER UPDATE OF name, license_number ON public.referrers FOR EACH ROW WHEN (((new.name IS DISTINCT FROM old.name) OR (new.license_number IS DISTINCT FROM old.license_number))) EXECUTE FUNCTION queue_correction_of_lab('referrer');

create table report_announcements (
  id bigint generated always as identity not null,
  report_id bigint not null,
  kind text not null,
  needs_confirmation boolean default false not null,
  confirmed_by bigint,
  created_at timestamp(3) with time zone default now() not null,
  announced_at timestamp(3) with time zone,
  held_at timestamp(3) with time zone,
  constraint report_announcements_pkey PRIMARY KEY (id),
  constraint report_announcements_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES users(id),
  constraint report_announcements_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE,
  constraint report_announcements_kind_check CHECK ((kind = ANY (ARRAY['published'::text, 'amended'::text, 'withdrawn'::text, 'sent-in-error'::text])))
);
CREATE INDEX report_announcements_amended ON public.report_announcements USING btree (created_at, report_id) WHERE (kind = 'amended'::text);
CREATE INDEX report_announcements_held ON public.report_announcements USING btree (id) WHERE (held_at IS NOT NULL);
CREATE INDEX report_announcements_of_report ON public.report_announcements USING btree (report_id);
CREATE INDEX report_announcements_open ON public.report_announcements USING btree (id) WHERE ((announced_at IS NULL) AND (NOT needs_confirmation));

create table report_calls (
  id bigint generated always as identity not null,
  report_id bigint not null,
  delegate_id bigint,
  report_version integer not null,
  outcome text not null,
  note text,
  called_at timestamp(3) with time zone not null,
  called_by bigint not null,
  recorded_at timestamp(3) with time zone default now() not null,
  constraint report_calls_pkey PRIMARY KEY (id),
  constraint report_calls_called_by_fkey FOREIGN KEY (called_by) REFERENCES users(id),
  constraint report_calls_delegate_id_fkey FOREIGN KEY (delegate_id) REFERENCES patient_delegates(id) ON DELETE CASCADE,
  constraint report_calls_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE,
  constraint report_calls_note_check CHECK (((length(note) >= 1) AND (length(note) <= 1000))),
  constraint report_calls_noted CHECK (((outcome <> 'other'::text) OR (note IS NOT NULL))),
  constraint report_calls_outcome_check CHECK ((outcome = ANY (ARRAY['reached'::text, 'no-answer'::text, 'wrong-number'::text, 'other'::text]))),
  constraint report_calls_report_version_check CHECK ((report_version > 0))
);
CREATE INDEX report_calls_of_delegate ON public.report_calls USING btree (delegate_id) WHERE (delegate_id IS NOT NULL);
CREATE INDEX report_calls_of_report ON public.report_calls USING btree (report_id, id);

create table report_change_backlog (
  id bigint generated always as identity not null,
  report_type_id bigint,
  was_sensitive boolean,
  integration_id bigint,
  after_report_id bigint default 0 not null,
  constraint report_change_backlog_pkey PRIMARY KEY (id),
  constraint report_change_backlog_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integrations(id) ON DELETE CASCADE,
  constraint report_change_backlog_report_type_id_fkey FOREIGN KEY (report_type_id) REFERENCES report_types(id) ON DELETE CASCADE,
  constraint report_change_backlog_check CHECK ((num_nonnulls(report_type_id, integration_id) = 1))
);
CREATE INDEX report_change_backlog_of_integration ON public.report_change_backlog USING btree (integration_id) WHERE (integration_id IS NOT NULL);
CREATE INDEX report_change_backlog_of_type ON public.report_change_backlog USING btree (report_type_id) WHERE (report_type_id IS NOT NULL);

create table report_changes (
  sequence bigint generated always as identity not null,
  id uuid default gen_random_uuid() not null,
  lab_id bigint not null,
  report_id bigint not null,
  version integer not null,
  type text not null,
  state text not null,
  referrer_id bigint,
  former_referrer_id bigint,
  is_sensitive boolean not null,
  was_sensitive boolean not null,
  facts jsonb not null,
  at timestamp(3) with time zone default clock_timestamp() not null,
  constraint report_changes_pkey PRIMARY KEY (sequence),
  constraint report_changes_id_key UNIQUE (id),
  constraint report_changes_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id),
  constraint report_changes_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id),
  constraint report_changes_state_check CHECK ((state = ANY (ARRAY['current'::text, 'suspended'::text, 'withdrawn'::text]))),
  constraint report_changes_type_check CHECK ((type = ANY (ARRAY['published'::text, 'amended'::text, 'withdrawn'::text, 'suspended'::text, 'restored'::text, 'changed'::text])))
);
CREATE INDEX report_changes_of_lab ON public.report_changes USING btree (lab_id, sequence);
CREATE INDEX report_changes_of_report ON public.report_changes USING btree (report_id, sequence DESC);
CREATE TRIGGER report_changes_not_truncated BEFORE TRUNCATE ON public.report_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_report_change();
CREATE TRIGGER report_changes_stay BEFORE DELETE OR UPDATE ON public.report_changes FOR EACH ROW EXECUTE FUNCTION refuse_report_change();

create table report_corrections (
  id bigint generated always as identity not null,
  lab_id bigint not null,
  subject text not null,
  subject_id bigint not null,
  after_id bigint default 0 not null,
  constraint report_corrections_pkey PRIMARY KEY (id),
  constraint report_corrections_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id) ON DELETE CASCADE,
  constraint report_corrections_subject_check CHECK ((subject = ANY (ARRAY['patient'::text, 'referrer'::text, 'report-type'::text, 'lab'::text, 'user'::text])))
);
CREATE INDEX report_corrections_of_lab ON public.report_corrections USING btree (lab_id);

create table report_files (
  id bigint generated always as identity not null,
  name text not null,
  original_name text not null,
  media_type text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  uploaded_by bigint,
  created_at timestamp(3) with time zone default now() not null,
  identity_hints jsonb,
  report_id bigint,
  page_count integer,
  sha1 bytea,
  constraint report_files_pkey PRIMARY KEY (id),
  constraint report_files_name_key UNIQUE (name),
  constraint report_files_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id),
  constraint report_files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id),
  constraint report_files_page_count_check CHECK ((page_count > 0)),
  constraint report_files_published_by_someone CHECK (((uploaded_by IS NOT NULL) OR (report_id IS NULL))),
  constraint report_files_sha1_check CHECK ((octet_length(sha1) = 20))
) with (autovacuum_analyze_scale_factor=0.005, autovacuum_vacuum_insert_scale_factor=0.01);
CREATE INDEX report_files_created_at ON public.report_files USING btree (created_at);
CREATE INDEX report_files_report_id ON public.report_files USING btree (report_id);
CREATE INDEX report_files_sha256 ON public.report_files USING btree (sha256);
CREATE INDEX report_files_unpublished ON public.report_files USING btree (created_at) WHERE (report_id IS NULL);
CREATE INDEX report_files_unpublished_of_user ON public.report_files USING btree (uploaded_by) INCLUDE (size_bytes) WHERE ((report_id IS NULL) AND (uploaded_by IS NOT NULL));
CREATE TRIGGER report_files_stay BEFORE UPDATE ON public.report_files FOR EACH ROW WHEN ((((((old.name IS DISTINCT FROM new.name) OR (old.media_type IS DISTINCT FROM new.media_type)) OR (old.size_bytes IS DISTINCT FROM new.size_bytes)) OR (old.sha256 IS DISTINCT FROM new.sha256)) OR ((old.report_id IS NOT NULL) AND ((old.report_id IS DISTINCT FROM new.report_id) OR (old.uploaded_by IS DISTINCT FROM new.uploaded_by))))) EXECUTE FUNCTION refuse_replaced_file();

create table report_links (
  id bigint generated always as identity not null,
  delivery_id bigint not null,
  token_hash bytea not null,
  expires_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  revocation text,
  wrong_tries integer default 0 not null,
  locked_until timestamp(3) with time zone,
  device_hash bytea,
  first_opened_at timestamp(3) with time zone,
  last_opened_at timestamp(3) with time zone,
  opened_version integer,
  created_at timestamp(3) with time zone default now() not null,
  opens_held boolean default false not null,
  opens_hold text,
  slip_id bigint,
  constraint report_links_pkey PRIMARY KEY (id),
  constraint report_links_token_hash_key UNIQUE (token_hash),
  constraint report_links_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE,
  constraint report_links_slip_id_fkey FOREIGN KEY (slip_id) REFERENCES visit_slips(id) ON DELETE CASCADE,
  constraint report_links_opens_hold_check CHECK ((opens_hold = 'critical'::text)),
  constraint report_links_revocation_check CHECK ((revocation = ANY (ARRAY['staff'::text, 'renewed'::text, 'contact-changed'::text, 'wrong-tries'::text, 'access-ended'::text]))),
  constraint report_links_revocation_whole CHECK (((revoked_at IS NULL) = (revocation IS NULL)))
);
CREATE INDEX report_links_of_delivery ON public.report_links USING btree (delivery_id);
CREATE INDEX report_links_of_slip ON public.report_links USING btree (slip_id) WHERE (slip_id IS NOT NULL);
CREATE INDEX report_links_unopened ON public.report_links USING btree (expires_at) WHERE ((first_opened_at IS NULL) AND (revoked_at IS NULL));
CREATE TRIGGER report_links_end_slip AFTER UPDATE OF revoked_at ON public.report_links FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.slip_id IS NOT NULL) AND (new.revocation = ANY (ARRAY['staff'::text, 'wrong-tries'::text])))) EXECUTE FUNCTION end_slip_of_link();
CREATE TRIGGER report_links_slip BEFORE INSERT ON public.report_links FOR EACH ROW EXECUTE FUNCTION attach_link_to_slip();
CREATE TRIGGER report_links_unopened AFTER INSERT OR UPDATE OF first_opened_at, revoked_at, expires_at ON public.report_links FOR EACH ROW EXECUTE FUNCTION note_unopened_link();

create table report_openings (
  report_id bigint not null,
  lab_id bigint not null,
  published_by bigint not null,
  published_at timestamp(3) with time zone not null,
  opened_at timestamp(3) with time zone,
  constraint report_openings_pkey PRIMARY KEY (report_id)
) with (autovacuum_analyze_scale_factor=0.005, autovacuum_vacuum_insert_scale_factor=0.01);
CREATE INDEX report_openings_waiting ON public.report_openings USING btree (lab_id, published_at, report_id) WHERE (opened_at IS NULL);
CREATE INDEX report_openings_waiting_anywhere ON public.report_openings USING btree (published_at, report_id) WHERE (opened_at IS NULL);

create table report_types (
  id bigint generated always as identity not null,
  title text not null,
  description text,
  created_at timestamp(3) with time zone default now() not null,
  is_sensitive boolean default false not null,
  loinc text,
  changed_at timestamp(3) with time zone,
  constraint report_types_pkey PRIMARY KEY (id),
  constraint report_types_loinc_check CHECK ((loinc ~ '^[0-9]{1,7}-[0-9]$'::text))
);
CREATE UNIQUE INDEX report_types_title_key ON public.report_types USING btree (lower(title));
CREATE TRIGGER report_types_changed BEFORE UPDATE OF title, loinc, is_sensitive ON public.report_types FOR EACH ROW WHEN ((((new.title IS DISTINCT FROM old.title) OR (new.loinc IS DISTINCT FROM old.loinc)) OR (new.is_sensitive IS DISTINCT FROM old.is_sensitive))) EXECUTE FUNCTION set_report_type_changed();
CREATE TRIGGER report_types_note_sensitivity AFTER UPDATE OF is_sensitive ON public.report_types FOR EACH ROW WHEN ((new.is_sensitive <> old.is_sensitive)) EXECUTE FUNCTION note_changed_sensitivity();
CREATE TRIGGER report_types_queue_correction AFTER UPDATE OF title, loinc ON public.report_types FOR EACH ROW WHEN (((new.title IS DISTINCT FROM old.title) OR (new.loinc IS DISTINCT FROM old.loinc))) EXECUTE FUNCTION queue_correction_of_any_lab('report-type');

create table report_versions (
  report_id bigint not null,
  version integer not null,
  title text not null,
  remark text,
  report_type_id bigint not null,
  file_id bigint not null,
  published_by bigint not null,
  published_at timestamp(3) with time zone not null,
  reason text,
  note text,
  report_type_title text default ''::text not null,
  release_id bigint,
  constraint report_versions_pkey PRIMARY KEY (report_id, version),
  constraint report_versions_file_id_fkey FOREIGN KEY (file_id) REFERENCES report_files(id),
  constraint report_versions_published_by_fkey FOREIGN KEY (published_by) REFERENCES users(id),
  constraint report_versions_release_fkey FOREIGN KEY (release_id) REFERENCES unreleased_reports(id) NOT VALID,
  constraint report_versions_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id),
  constraint report_versions_report_type_id_fkey FOREIGN KEY (report_type_id) REFERENCES report_types(id)
) with (autovacuum_analyze_scale_factor=0.005, autovacuum_vacuum_insert_scale_factor=0.01);
CREATE INDEX report_versions_file_id ON public.report_versions USING btree (file_id);
CREATE INDEX report_versions_of_publisher ON public.report_versions USING btree (published_by, report_id);
CREATE INDEX report_versions_type ON public.report_versions USING btree (report_type_id);
CREATE UNIQUE INDEX report_versions_release_key ON public.report_versions USING btree (release_id) WHERE (release_id IS NOT NULL);
CREATE TRIGGER report_versions_expect_report BEFORE INSERT ON public.report_versions FOR EACH ROW EXECUTE FUNCTION expect_version_of_report();
CREATE TRIGGER report_versions_not_truncated BEFORE TRUNCATE ON public.report_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER report_versions_stay BEFORE DELETE OR UPDATE ON public.report_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table reports (
  id bigint generated always as identity not null,
  lab_id bigint,
  patient_id bigint not null,
  report_type_id bigint not null,
  title text not null,
  remark text,
  file_id bigint not null,
  uploaded_by bigint not null,
  created_at timestamp(3) with time zone default now() not null,
  withdrawn_at timestamp(3) with time zone,
  withdrawn_by bigint,
  withdrawal_reason text,
  withdrawal_note text,
  version integer default 1 not null,
  amended_at timestamp(3) with time zone,
  amended_by bigint,
  amendment_reason text,
  amendment_note text,
  republished_from bigint,
  folded_title text generated always as (fold_text(title)) stored not null,
  report_type_title text default ''::text not null,
  visit_id bigint,
  release_id bigint,
  changed_at timestamp(3) with time zone,
  patient_lab_id bigint,
  certain_referrer_id bigint,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_file_id_key UNIQUE (file_id),
  constraint reports_republished_from_key UNIQUE (republished_from),
  constraint reports_amended_by_fkey FOREIGN KEY (amended_by) REFERENCES users(id),
  constraint reports_file_id_fkey FOREIGN KEY (file_id) REFERENCES report_files(id),
  constraint reports_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id),
  constraint reports_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients(id),
  constraint reports_release_fkey FOREIGN KEY (release_id) REFERENCES unreleased_reports(id) NOT VALID,
  constraint reports_report_type_id_fkey FOREIGN KEY (report_type_id) REFERENCES report_types(id),
  constraint reports_republished_from_fkey FOREIGN KEY (republished_from) REFERENCES reports(id),
  constraint reports_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id),
  constraint reports_visit_fkey FOREIGN KEY (visit_id, patient_id) REFERENCES visits(id, patient_id) DEFERRABLE INITIALLY DEFERRED NOT VALID,
  constraint reports_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES users(id),
  constraint reports_amendment_whole CHECK ((((version = 1) = (amended_at IS NULL)) AND ((version = 1) = (amended_by IS NULL)) AND ((version = 1) = (amendment_reason IS NULL)))),
  constraint reports_withdrawal_whole CHECK ((((withdrawn_at IS NULL) = (withdrawn_by IS NULL)) AND ((withdrawn_at IS NULL) = (withdrawal_reason IS NULL))))
) with (autovacuum_analyze_scale_factor=0.005, autovacuum_vacuum_insert_scale_factor=0.01);
CREATE INDEX reports_by_title ON public.reports USING btree (lab_id, lower(title), id) WHERE (withdrawn_at IS NULL);
CREATE INDEX reports_by_title_anywhere ON public.reports USING btree (lower(title), id) WHERE (withdrawn_at IS NULL);
CREATE INDEX reports_by_type ON public.reports USING btree (lab_id, report_type_id, created_at DESC, id DESC) WHERE (withdrawn_at IS NULL);
CREATE INDEX reports_by_type_anywhere ON public.reports USING btree (report_type_id, created_at DESC, id DESC) WHERE (withdrawn_at IS NULL);
CREATE INDEX reports_changed ON public.reports USING btree (COALESCE(lab_id, patient_lab_id), GREATEST(COALESCE(changed_at, created_at), amended_at, withdrawn_at), id);
CREATE INDEX reports_changed_of_referrer ON public.reports USING btree (certain_referrer_id, GREATEST(COALESCE(changed_at, created_at), amended_at, withdrawn_at), id) WHERE (certain_referrer_id IS NOT NULL);
CREATE INDEX reports_newest ON public.reports USING btree (lab_id, created_at DESC, id DESC) WHERE (withdrawn_at IS NULL);
CREATE INDEX reports_newest_anywhere ON public.reports USING btree (created_at DESC, id DESC) WHERE (withdrawn_at IS NULL);
CREATE INDEX reports_of_patient ON public.reports USING btree (patient_id, created_at DESC, id DESC);
CREATE INDEX reports_of_visit ON public.reports USING btree (visit_id, report_type_id) WHERE (visit_id IS NOT NULL);
CREATE INDEX reports_title ON public.reports USING gin (lab_id, folded_title gin_trgm_ops) WHERE (withdrawn_at IS NULL);
CREATE INDEX reports_type ON public.reports USING btree (report_type_id);
CREATE INDEX reports_withdrawn ON public.reports USING btree (withdrawn_at) WHERE (withdrawn_at IS NOT NULL);
CREATE CONSTRAINT TRIGGER reports_note_change_inserted AFTER INSERT ON public.reports DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_change_of_report();
CREATE CONSTRAINT TRIGGER reports_note_change_updated AFTER UPDATE OF version, withdrawn_at, patient_id, visit_id, report_type_id ON public.reports DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_change_of_report();
CREATE TRIGGER announce_changed_report AFTER UPDATE OF version, withdrawn_at ON public.reports FOR EACH ROW EXECUTE FUNCTION announce_report_change();
CREATE TRIGGER announce_published_report AFTER INSERT ON public.reports FOR EACH ROW EXECUTE FUNCTION announce_report_change();
CREATE TRIGGER reports_changed_inserted BEFORE INSERT ON public.reports FOR EACH ROW EXECUTE FUNCTION set_report_changed();
CREATE TRIGGER reports_changed_updated BEFORE UPDATE OF version, withdrawn_at, patient_id, visit_id, report_type_id, changed_at ON public.reports FOR EACH ROW EXECUTE FUNCTION set_report_changed();
CREATE TRIGGER reports_count_deleted AFTER DELETE ON public.reports REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_reports();
CREATE TRIGGER reports_count_inserted AFTER INSERT ON public.reports REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_reports();
CREATE TRIGGER reports_count_updated AFTER UPDATE ON public.reports REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_reports();
CREATE TRIGGER reports_expect_release_changed BEFORE UPDATE OF version, release_id ON public.reports FOR EACH ROW EXECUTE FUNCTION expect_release();
CREATE TRIGGER reports_expect_release_inserted BEFORE INSERT ON public.reports FOR EACH ROW EXECUTE FUNCTION expect_release();
CREATE TRIGGER reports_follow_changed AFTER UPDATE OF withdrawn_at, created_at, lab_id, uploaded_by ON public.reports FOR EACH ROW WHEN ((((((old.withdrawn_at IS NULL) IS DISTINCT FROM (new.withdrawn_at IS NULL)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.lab_id IS DISTINCT FROM new.lab_id)) OR (old.uploaded_by IS DISTINCT FROM new.uploaded_by))) EXECUTE FUNCTION follow_report();
CREATE TRIGGER reports_follow_critical AFTER UPDATE OF version, withdrawn_at ON public.reports FOR EACH ROW EXECUTE FUNCTION follow_critical_report();
CREATE TRIGGER reports_follow_deleted AFTER DELETE ON public.reports FOR EACH ROW EXECUTE FUNCTION follow_report();
CREATE TRIGGER reports_follow_inserted AFTER INSERT ON public.reports FOR EACH ROW EXECUTE FUNCTION follow_report();
CREATE TRIGGER reports_follow_visit_changed AFTER UPDATE OF visit_id, report_type_id, withdrawn_at ON public.reports FOR EACH ROW WHEN (((old.visit_id IS NOT NULL) OR (new.visit_id IS NOT NULL))) EXECUTE FUNCTION follow_visit_of_report();
CREATE TRIGGER reports_follow_visit_inserted AFTER INSERT ON public.reports FOR EACH ROW WHEN ((new.visit_id IS NOT NULL)) EXECUTE FUNCTION follow_visit_of_report();
CREATE TRIGGER reports_freeze_type_title BEFORE INSERT OR UPDATE ON public.reports FOR EACH ROW EXECUTE FUNCTION freeze_type_title();
CREATE TRIGGER reports_keep_version AFTER INSERT OR UPDATE ON public.reports FOR EACH ROW EXECUTE FUNCTION keep_report_version();
CREATE TRIGGER reports_kept BEFORE DELETE ON public.reports FOR EACH ROW EXECUTE FUNCTION keep_for_retention();
CREATE TRIGGER reports_left_visit AFTER UPDATE OF visit_id ON public.reports FOR EACH ROW WHEN (((old.visit_id IS NOT NULL) AND (old.visit_id IS DISTINCT FROM new.visit_id))) EXECUTE FUNCTION end_links_of_left_visit();
CREATE TRIGGER reports_move_critical AFTER INSERT ON public.reports FOR EACH ROW WHEN (((new.republished_from IS NOT NULL) OR (new.release_id IS NOT NULL))) EXECUTE FUNCTION move_critical_result();
CREATE TRIGGER reports_not_truncated BEFORE TRUNCATE ON public.reports FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER reports_note_deleted AFTER DELETE ON public.reports REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_publications();
CREATE TRIGGER reports_note_inserted AFTER INSERT ON public.reports REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_publications();
CREATE TRIGGER reports_note_updated AFTER UPDATE ON public.reports REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_publications();
CREATE TRIGGER reports_rules BEFORE UPDATE ON public.reports FOR EACH ROW WHEN ((CURRENT_USER = 'zelab_application'::name)) EXECUTE FUNCTION check_report_change();
CREATE TRIGGER reports_unreached AFTER INSERT OR UPDATE OF withdrawn_at, patient_id ON public.reports FOR EACH ROW EXECUTE FUNCTION note_unreached_report();

create table sent_messages (
  id text not null,
  started_at timestamp(3) with time zone default now() not null,
  sent_at timestamp(3) with time zone,
  constraint sent_messages_pkey PRIMARY KEY (id)
);
CREATE INDEX sent_messages_by_time ON public.sent_messages USING btree (started_at);

create table session_tokens (
  token_hash bytea not null,
  session_id bigint not null,
  created_at timestamp(3) with time zone default now() not null,
  replaced_at timestamp(3) with time zone,
  constraint session_tokens_pkey PRIMARY KEY (token_hash),
  constraint session_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX session_tokens_session_id ON public.session_tokens USING btree (session_id);

create table sessions (
  id bigint generated always as identity not null,
  user_id bigint not null,
  address text,
  user_agent text,
  created_at timestamp(3) with time zone default now() not null,
  last_seen_at timestamp(3) with time zone default now() not null,
  confirmed_at timestamp(3) with time zone,
  way text default 'password'::text not null,
  provider_id bigint,
  provider_session text,
  sealed_id_token bytea,
  has_provider_factor boolean default false not null,
  provider_confirmed_at timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES sign_in_providers(id) ON DELETE CASCADE,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_way_check CHECK ((way = ANY (ARRAY['password'::text, 'passkey'::text, 'link'::text, 'provider'::text]))) NOT VALID
);
CREATE INDEX sessions_provider_id ON public.sessions USING btree (provider_id) WHERE (provider_id IS NOT NULL);
CREATE INDEX sessions_user_id ON public.sessions USING btree (user_id);
CREATE TRIGGER sessions_ended AFTER DELETE ON public.sessions FOR EACH STATEMENT EXECUTE FUNCTION tell_accounts_changed();
CREATE TRIGGER sessions_shortened AFTER UPDATE ON public.sessions FOR EACH ROW WHEN (((new.last_seen_at < old.last_seen_at) OR (new.created_at < old.created_at))) EXECUTE FUNCTION tell_accounts_changed();

create table settings (
  only_row boolean default true not null,
  support_email text,
  support_phone text,
  support_hours text,
  upload_limit_mb integer default 10 not null,
  idle_minutes integer default 60 not null,
  absolute_hours integer default 12 not null,
  updated_at timestamp(3) with time zone default now() not null,
  second_factor_roles text[] default '{}'::text[] not null,
  product_name text default 'Zelab'::text not null,
  logo bytea,
  logo_media_type text,
  logo_version integer default 0 not null,
  time_zone text,
  default_page_size integer default 10 not null,
  sign_in_attempts integer default 10 not null,
  sign_in_attempts_per_address integer default 100 not null,
  sign_in_window_minutes integer default 15 not null,
  retention_years smallint default 25 not null,
  date_order text default 'dmy'::text not null,
  country text default 'AE'::text not null,
  passkey_roles text[] default '{}'::text[] not null,
  passkeys_from date,
  constraint settings_pkey PRIMARY KEY (only_row),
  constraint settings_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint settings_date_order_check CHECK ((date_order = ANY (ARRAY['dmy'::text, 'mdy'::text, 'ymd'::text]))),
  constraint settings_only_row_check CHECK (only_row),
  constraint settings_retention_years_check CHECK (((retention_years >= 1) AND (retention_years <= 100)))
);
CREATE TRIGGER settings_changed AFTER UPDATE ON public.settings FOR EACH STATEMENT EXECUTE FUNCTION tell_accounts_changed();

create table settings_updates (
  lab_id bigint,
  section text not null,
  updated_at timestamp(3) with time zone,
  constraint settings_updates_lab_id_section_key UNIQUE NULLS NOT DISTINCT (lab_id, section),
  constraint settings_updates_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id) ON DELETE CASCADE
);

create table sign_in_links (
  token_hash bytea not null,
  user_id bigint not null,
  expires_at timestamp(3) with time zone not null,
  constraint sign_in_links_pkey PRIMARY KEY (token_hash),
  constraint sign_in_links_user_id_key UNIQUE (user_id),
  constraint sign_in_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table sign_in_providers (
  id bigint generated by default as identity not null,
  lab_id bigint,
  name text not null,
  issuer text not null,
  client_id text not null,
  sealed_secret bytea,
  sealed_key bytea,
  public_key jsonb,
  scopes text[] not null,
  domains text[] default '{}'::text[] not null,
  roles_claim text,
  roles jsonb default '{}'::jsonb not null,
  creates_accounts boolean default false not null,
  checks_second_factor boolean default false not null,
  acr text,
  session_hours integer default 8 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  last_used_at timestamp(3) with time zone,
  last_problem text,
  last_problem_at timestamp(3) with time zone,
  returns_after_logout boolean default false not null,
  trusts_emails boolean default false not null,
  asks_for_account boolean default false not null,
  default_role text,
  refreshes_accounts boolean default false not null,
  constraint sign_in_providers_pkey PRIMARY KEY (id),
  constraint sign_in_providers_issuer_client_id_key UNIQUE (issuer, client_id),
  constraint sign_in_providers_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id) ON DELETE CASCADE,
  constraint sign_in_providers_check CHECK (((lab_id IS NOT NULL) OR (NOT creates_accounts))),
  constraint sign_in_providers_check1 CHECK (((sealed_key IS NULL) = (public_key IS NULL))),
  constraint sign_in_providers_default_role_check CHECK ((default_role = ANY (ARRAY['Doctor'::text, 'Technician'::text, 'Receptionist'::text]))),
  constraint sign_in_providers_default_role_lab CHECK (((lab_id IS NOT NULL) OR (default_role IS NULL))),
  constraint sign_in_providers_session_hours_check CHECK (((session_hours >= 1) AND (session_hours <= 12)))
);
CREATE INDEX sign_in_providers_domains ON public.sign_in_providers USING gin (domains);
CREATE INDEX sign_in_providers_lab_id ON public.sign_in_providers USING btree (lab_id);

create table signatures (
  user_id bigint not null,
  content bytea not null,
  media_type text not null,
  version integer default 1 not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint signatures_pkey PRIMARY KEY (user_id),
  constraint signatures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint signatures_media_type_check CHECK ((media_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text])))
);

create table stamped_files (
  report_id bigint not null,
  version integer not null,
  lab_id bigint not null,
  kind text not null,
  file_id bigint,
  host text not null,
  is_sealed boolean default false not null,
  seal_problem text,
  made_at timestamp(3) with time zone default now() not null,
  constraint stamped_files_pkey PRIMARY KEY (report_id, version),
  constraint stamped_files_file_id_key UNIQUE (file_id),
  constraint stamped_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES report_files(id),
  constraint stamped_files_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id),
  constraint stamped_files_report_id_version_fkey FOREIGN KEY (report_id, version) REFERENCES report_versions(report_id, version),
  constraint stamped_files_kind_check CHECK ((kind = ANY (ARRAY['stamped'::text, 'slip'::text, 'failed'::text]))),
  constraint stamped_files_whole CHECK (((kind = 'failed'::text) = (file_id IS NULL)))
);
CREATE INDEX stamped_files_of_lab ON public.stamped_files USING btree (lab_id, host);

create table unopened_deliveries (
  delivery_id bigint not null,
  lab_id bigint not null,
  ends_at timestamp(3) with time zone not null,
  constraint unopened_deliveries_pkey PRIMARY KEY (delivery_id),
  constraint unopened_deliveries_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE
);
CREATE INDEX unopened_deliveries_anywhere ON public.unopened_deliveries USING btree (ends_at);
CREATE INDEX unopened_deliveries_of_lab ON public.unopened_deliveries USING btree (lab_id, ends_at);

create table unreached_reports (
  report_id bigint not null,
  lab_id bigint not null,
  published_at timestamp(3) with time zone not null,
  agreed_email boolean,
  constraint unreached_reports_pkey PRIMARY KEY (report_id),
  constraint unreached_reports_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE
);
CREATE INDEX unreached_reports_anywhere ON public.unreached_reports USING btree (published_at DESC, report_id DESC);
CREATE INDEX unreached_reports_of_lab ON public.unreached_reports USING btree (lab_id, published_at DESC, report_id DESC);
CREATE INDEX unreached_reports_owed ON public.unreached_reports USING btree (lab_id, published_at DESC, report_id DESC) WHERE (agreed_email IS NOT FALSE);
CREATE INDEX unreached_reports_unchecked ON public.unreached_reports USING btree (report_id) WHERE (agreed_email IS NULL);

create table unreleased_reports (
  id bigint generated always as identity not null,
  lab_id bigint not null,
  patient_id bigint not null,
  report_type_id bigint not null,
  title text not null,
  remark text,
  file_id bigint,
  sha256 bytea not null,
  visit_id bigint,
  report_id bigint,
  based_on integer,
  amendment_reason text,
  amendment_note text,
  republished_from bigint,
  inbox_item_id bigint,
  inbox_revision integer,
  author_id bigint not null,
  author_ids bigint[] not null,
  revision integer default 1 not null,
  opened_by bigint[] default '{}'::bigint[] not null,
  state text default 'awaiting'::text not null,
  created_at timestamp(3) with time zone default now() not null,
  awaiting_since timestamp(3) with time zone default now() not null,
  returned_by bigint,
  returned_at timestamp(3) with time zone,
  return_reason text,
  released_by bigint,
  released_at timestamp(3) with time zone,
  alone_reason text,
  reviewed_by bigint,
  reviewed_at timestamp(3) with time zone,
  discarded_by bigint,
  discarded_at timestamp(3) with time zone,
  critical_at timestamp(3) with time zone,
  suspended_by bigint,
  suspended_at timestamp(3) with time zone,
  discard_reason text,
  return_reply text,
  moves_visit_id bigint,
  constraint unreleased_reports_pkey PRIMARY KEY (id),
  constraint unreleased_reports_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint unreleased_reports_discarded_by_fkey FOREIGN KEY (discarded_by) REFERENCES users(id),
  constraint unreleased_reports_file_id_fkey FOREIGN KEY (file_id) REFERENCES report_files(id),
  constraint unreleased_reports_inbox_item_id_fkey FOREIGN KEY (inbox_item_id) REFERENCES inbox_items(id),
  constraint unreleased_reports_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id),
  constraint unreleased_reports_moves_visit_id_fkey FOREIGN KEY (moves_visit_id) REFERENCES visits(id),
  constraint unreleased_reports_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients(id) ON DELETE CASCADE,
  constraint unreleased_reports_released_by_fkey FOREIGN KEY (released_by) REFERENCES users(id),
  constraint unreleased_reports_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id),
  constraint unreleased_reports_report_type_id_fkey FOREIGN KEY (report_type_id) REFERENCES report_types(id),
  constraint unreleased_reports_republished_from_fkey FOREIGN KEY (republished_from) REFERENCES reports(id),
  constraint unreleased_reports_returned_by_fkey FOREIGN KEY (returned_by) REFERENCES users(id),
  constraint unreleased_reports_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES users(id),
  constraint unreleased_reports_suspended_by_fkey FOREIGN KEY (suspended_by) REFERENCES users(id),
  constraint unreleased_reports_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visits(id),
  constraint unreleased_reports_alone_reason_check CHECK (((length(alone_reason) >= 10) AND (length(alone_reason) <= 500))),
  constraint unreleased_reports_amendment CHECK ((((report_id IS NULL) = (based_on IS NULL)) AND ((report_id IS NULL) = (amendment_reason IS NULL)))),
  constraint unreleased_reports_discard_reason_check CHECK (((length(discard_reason) >= 10) AND (length(discard_reason) <= 500))),
  constraint unreleased_reports_discarded CHECK (((state = 'discarded'::text) = (discarded_at IS NOT NULL))),
  constraint unreleased_reports_file CHECK (((file_id IS NULL) = (state = 'discarded'::text))),
  constraint unreleased_reports_moves_visit CHECK (((moves_visit_id IS NULL) OR ((republished_from IS NOT NULL) AND (visit_id IS NULL)))),
  constraint unreleased_reports_released CHECK ((((state = 'released'::text) = (released_by IS NOT NULL)) AND ((released_by IS NULL) = (released_at IS NULL)))),
  constraint unreleased_reports_return_reason_check CHECK (((length(return_reason) >= 10) AND (length(return_reason) <= 500))),
  constraint unreleased_reports_return_reply_check CHECK (((length(return_reply) >= 1) AND (length(return_reply) <= 500))),
  constraint unreleased_reports_returned CHECK ((((returned_by IS NULL) = (returned_at IS NULL)) AND ((returned_by IS NULL) = (return_reason IS NULL)) AND ((state <> 'returned'::text) OR (returned_by IS NOT NULL)))),
  constraint unreleased_reports_reviewed CHECK ((((reviewed_by IS NULL) = (reviewed_at IS NULL)) AND ((reviewed_by IS NULL) OR (alone_reason IS NOT NULL)))),
  constraint unreleased_reports_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint unreleased_reports_state_check CHECK ((state = ANY (ARRAY['awaiting'::text, 'returned'::text, 'released'::text, 'discarded'::text]))),
  constraint unreleased_reports_suspended CHECK ((((suspended_by IS NULL) = (suspended_at IS NULL)) AND ((suspended_by IS NULL) OR (report_id IS NOT NULL))))
);
CREATE INDEX unreleased_reports_alone ON public.unreleased_reports USING btree (lab_id, released_at) WHERE (alone_reason IS NOT NULL);
CREATE INDEX unreleased_reports_awaiting ON public.unreleased_reports USING btree (lab_id, awaiting_since, id) WHERE (state = 'awaiting'::text);
CREATE INDEX unreleased_reports_critical ON public.unreleased_reports USING btree (lab_id, ((critical_at IS NULL)), awaiting_since, id) WHERE (state = 'awaiting'::text);
CREATE INDEX unreleased_reports_moving_visit ON public.unreleased_reports USING btree (moves_visit_id) WHERE (moves_visit_id IS NOT NULL);
CREATE INDEX unreleased_reports_of_author ON public.unreleased_reports USING gin (author_ids) WHERE (state = ANY (ARRAY['awaiting'::text, 'returned'::text]));
CREATE INDEX unreleased_reports_of_file ON public.unreleased_reports USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX unreleased_reports_of_patient ON public.unreleased_reports USING btree (patient_id);
CREATE INDEX unreleased_reports_of_releaser ON public.unreleased_reports USING btree (released_by, id) WHERE (released_by IS NOT NULL);
CREATE INDEX unreleased_reports_of_report ON public.unreleased_reports USING btree (report_id) WHERE (report_id IS NOT NULL);
CREATE INDEX unreleased_reports_of_type ON public.unreleased_reports USING btree (report_type_id);
CREATE INDEX unreleased_reports_oldest ON public.unreleased_reports USING btree (awaiting_since) WHERE (state = 'awaiting'::text);
CREATE INDEX unreleased_reports_oldest_open ON public.unreleased_reports USING btree (awaiting_since) WHERE (state = ANY (ARRAY['awaiting'::text, 'returned'::text]));
CREATE INDEX unreleased_reports_open ON public.unreleased_reports USING btree (lab_id, awaiting_since, id) WHERE (state = ANY (ARRAY['awaiting'::text, 'returned'::text]));
CREATE INDEX unreleased_reports_returned ON public.unreleased_reports USING btree (lab_id, ((critical_at IS NULL)), awaiting_since, id) WHERE (state = 'returned'::text);
CREATE INDEX unreleased_reports_to_review ON public.unreleased_reports USING btree (lab_id, released_at, id) WHERE ((alone_reason IS NOT NULL) AND (reviewed_by IS NULL));
CREATE UNIQUE INDEX unreleased_reports_amendment_key ON public.unreleased_reports USING btree (report_id) WHERE (state = ANY (ARRAY['awaiting'::text, 'returned'::text]));
CREATE UNIQUE INDEX unreleased_reports_file_key ON public.unreleased_reports USING btree (file_id) WHERE (state = ANY (ARRAY['awaiting'::text, 'returned'::text]));
CREATE UNIQUE INDEX unreleased_reports_item_key ON public.unreleased_reports USING btree (inbox_item_id) WHERE (state = ANY (ARRAY['awaiting'::text, 'returned'::text]));
CREATE CONSTRAINT TRIGGER unreleased_reports_note_change AFTER UPDATE OF suspended_at, state ON public.unreleased_reports DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.report_id IS NOT NULL) AND ((new.suspended_at IS DISTINCT FROM old.suspended_at) OR ((new.suspended_at IS NOT NULL) AND (new.state <> old.state))))) EXECUTE FUNCTION note_change_of_part('restored');
CREATE CONSTRAINT TRIGGER unreleased_reports_note_suspended AFTER INSERT ON public.unreleased_reports DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.suspended_at IS NOT NULL)) EXECUTE FUNCTION note_change_of_part('suspended');
CREATE TRIGGER unreleased_reports_check BEFORE INSERT OR DELETE OR UPDATE ON public.unreleased_reports FOR EACH ROW EXECUTE FUNCTION check_release();
CREATE TRIGGER unreleased_reports_end_critical AFTER UPDATE OF state ON public.unreleased_reports FOR EACH ROW WHEN ((new.state = 'discarded'::text)) EXECUTE FUNCTION follow_critical_unreleased();
CREATE TRIGGER unreleased_reports_end_critical_item AFTER INSERT ON public.unreleased_reports FOR EACH ROW WHEN ((new.inbox_item_id IS NOT NULL)) EXECUTE FUNCTION end_critical_item();
CREATE TRIGGER unreleased_reports_move_critical AFTER INSERT ON public.unreleased_reports FOR EACH ROW WHEN ((new.republished_from IS NOT NULL)) EXECUTE FUNCTION follow_critical_unreleased();
CREATE TRIGGER unreleased_reports_not_truncated BEFORE TRUNCATE ON public.unreleased_reports FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER unreleased_reports_renew_critical AFTER UPDATE OF revision ON public.unreleased_reports FOR EACH ROW WHEN ((new.revision > old.revision)) EXECUTE FUNCTION renew_critical_unreleased();
CREATE TRIGGER unreleased_reports_review BEFORE UPDATE ON public.unreleased_reports FOR EACH ROW WHEN (((new.reviewed_by IS NOT NULL) AND (old.reviewed_by IS NULL))) EXECUTE FUNCTION refuse_review_by_author();
CREATE TRIGGER unreleased_reports_rules BEFORE UPDATE ON public.unreleased_reports FOR EACH ROW WHEN ((CURRENT_USER = 'zelab_application'::name)) EXECUTE FUNCTION check_unreleased_change();
CREATE TRIGGER unreleased_reports_times BEFORE UPDATE ON public.unreleased_reports FOR EACH ROW EXECUTE FUNCTION set_release_times();

create table user_preferences (
  user_id bigint not null,
  patient_columns text[],
  report_columns text[],
  updated_at timestamp(3) with time zone default now() not null,
  saved_filters jsonb,
  constraint user_preferences_pkey PRIMARY KEY (user_id),
  constraint user_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint user_preferences_patient_columns_check CHECK ((cardinality(patient_columns) <= 50)),
  constraint user_preferences_report_columns_check CHECK ((cardinality(report_columns) <= 50)),
  constraint user_preferences_saved_filters_check CHECK (((jsonb_typeof(saved_filters) = 'array'::text) AND (pg_column_size(saved_filters) <= 32768)))
);

create table users (
  id bigint generated always as identity not null,
  full_name text not null,
  email text not null,
  phone text not null,
  avatar text,
  password_hash text,
  user_type_id smallint not null,
  lab_id bigint,
  deactivated_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  totp_secret bytea,
  totp_confirmed_at timestamp(3) with time zone,
  totp_last_step bigint,
  is_invited boolean default false not null,
  access_version integer default 1 not null,
  totp_pending_secret bytea,
  totp_pending_until timestamp(3) with time zone,
  totp_pending_session bigint,
  passkey_handle bytea,
  refused_mail text,
  refused_mail_at timestamp with time zone,
  refused_mail_to text,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id),
  constraint users_lab_by_type CHECK ((((user_type_id = 1) AND (lab_id IS NULL)) OR ((user_type_id = ANY (ARRAY[2, 3, 4])) AND (lab_id IS NOT NULL)) OR (user_type_id = 5))),
  constraint users_refused_mail CHECK ((((refused_mail IS NULL) = (refused_mail_at IS NULL)) AND ((refused_mail IS NULL) = (refused_mail_to IS NULL)))),
  constraint users_refused_mail_check CHECK ((refused_mail = ANY (ARRAY['invitation'::text, 'reset'::text, 'notice'::text]))),
  constraint users_user_type_id_check CHECK (((user_type_id >= 1) AND (user_type_id <= 5)))
);
CREATE INDEX users_admins ON public.users USING btree (id) WHERE (user_type_id = 1);
CREATE INDEX users_lab_id ON public.users USING btree (lab_id);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email));
CREATE UNIQUE INDEX users_passkey_handle ON public.users USING btree (passkey_handle);
CREATE TRIGGER users_access_changed BEFORE UPDATE ON public.users FOR EACH ROW WHEN (((((((new.password_hash IS DISTINCT FROM old.password_hash) OR (new.email IS DISTINCT FROM old.email)) OR (new.user_type_id IS DISTINCT FROM old.user_type_id)) OR (new.lab_id IS DISTINCT FROM old.lab_id)) OR (new.deactivated_at IS DISTINCT FROM old.deactivated_at)) OR (new.totp_confirmed_at IS DISTINCT FROM old.totp_confirmed_at))) EXECUTE FUNCTION count_access_version();
CREATE TRIGGER users_changed AFTER DELETE OR UPDATE ON public.users FOR EACH STATEMENT EXECUTE FUNCTION tell_accounts_changed();
CREATE TRIGGER users_queue_correction AFTER UPDATE OF full_name ON public.users FOR EACH ROW WHEN ((new.full_name <> old.full_name)) EXECUTE FUNCTION queue_correction_of_any_lab('user');

create table verification_codes (
  code text not null,
  report_id bigint not null,
  version integer not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint verification_codes_pkey PRIMARY KEY (code),
  constraint verification_codes_of_version UNIQUE (report_id, version),
  constraint verification_codes_report_id_version_fkey FOREIGN KEY (report_id, version) REFERENCES report_versions(report_id, version),
  constraint verification_codes_code_check CHECK ((code ~ '^[0-9A-HJKMNP-TV-Z]{26}$'::text))
) with (autovacuum_analyze_scale_factor=0.005, autovacuum_vacuum_insert_scale_factor=0.01);
CREATE TRIGGER verification_codes_not_truncated BEFORE TRUNCATE ON public.verification_codes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER verification_codes_stay BEFORE DELETE OR UPDATE ON public.verification_codes FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table verification_lookups (
  id bigint generated always as identity not null,
  report_id bigint not null,
  version integer not null,
  outcome text not null,
  network text not null,
  looked_up_at timestamp(3) with time zone default now() not null,
  constraint verification_lookups_pkey PRIMARY KEY (id),
  constraint verification_lookups_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id),
  constraint verification_lookups_outcome_check CHECK ((outcome = ANY (ARRAY['current'::text, 'superseded'::text, 'withdrawn'::text, 'suspended'::text, 'file-matches'::text, 'file-original'::text, 'file-slip'::text, 'file-other-version'::text, 'file-unknown'::text, 'pass-refused'::text, 'shown'::text])))
);
CREATE INDEX verification_lookups_by_age ON public.verification_lookups USING btree (looked_up_at);
CREATE INDEX verification_lookups_of_report ON public.verification_lookups USING btree (report_id, looked_up_at DESC);

create table viewing_passes (
  id bigint generated always as identity not null,
  link_id bigint not null,
  report_id bigint not null,
  code_hash bytea,
  created_at timestamp(3) with time zone default now() not null,
  used_at timestamp(3) with time zone,
  session_hash bytea,
  constraint viewing_passes_pkey PRIMARY KEY (id),
  constraint viewing_passes_session_hash_key UNIQUE (session_hash),
  constraint viewing_passes_link_id_fkey FOREIGN KEY (link_id) REFERENCES report_links(id) ON DELETE CASCADE,
  constraint viewing_passes_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id)
);
CREATE INDEX viewing_passes_by_age ON public.viewing_passes USING btree (created_at);
CREATE INDEX viewing_passes_of_link ON public.viewing_passes USING btree (link_id, id DESC);
CREATE INDEX viewing_passes_of_report ON public.viewing_passes USING btree (report_id) WHERE (code_hash IS NOT NULL);

create table visit_links (
  visit_id bigint not null,
  token_hash bytea not null,
  language text not null,
  expires_at timestamp(3) with time zone not null,
  created_by bigint not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint visit_links_pkey PRIMARY KEY (visit_id),
  constraint visit_links_token_hash_key UNIQUE (token_hash),
  constraint visit_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint visit_links_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visits(id) ON DELETE CASCADE,
  constraint visit_links_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ar'::text])))
);
CREATE INDEX visit_links_expires_at ON public.visit_links USING btree (expires_at);
CREATE TRIGGER visit_links_slip AFTER INSERT OR UPDATE OF token_hash ON public.visit_links FOR EACH ROW EXECUTE FUNCTION note_visit_slip();

create table visit_report_types (
  visit_id bigint not null,
  report_type_id bigint not null,
  target_at timestamp(3) with time zone,
  constraint visit_report_types_pkey PRIMARY KEY (visit_id, report_type_id),
  constraint visit_report_types_report_type_id_fkey FOREIGN KEY (report_type_id) REFERENCES report_types(id),
  constraint visit_report_types_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visits(id) ON DELETE CASCADE
);
CREATE INDEX visit_report_types_of_type ON public.visit_report_types USING btree (report_type_id);
CREATE TRIGGER visit_report_types_follow AFTER INSERT OR DELETE OR UPDATE OF target_at ON public.visit_report_types FOR EACH ROW EXECUTE FUNCTION follow_expected_type();

create table visit_slips (
  id bigint generated always as identity not null,
  visit_id bigint not null,
  patient_id bigint not null,
  token_hash bytea not null,
  language text not null,
  link_days integer not null,
  wrong_tries integer default 0 not null,
  locked_until timestamp(3) with time zone,
  device_hash bytea,
  revoked_at timestamp(3) with time zone,
  revocation text,
  created_by bigint,
  created_at timestamp(3) with time zone default now() not null,
  constraint visit_slips_pkey PRIMARY KEY (id),
  constraint visit_slips_token_hash_key UNIQUE (token_hash),
  constraint visit_slips_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint visit_slips_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients(id) ON DELETE CASCADE,
  constraint visit_slips_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visits(id) ON DELETE CASCADE,
  constraint visit_slips_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ar'::text]))),
  constraint visit_slips_revocation_check CHECK ((revocation = ANY (ARRAY['staff'::text, 'renewed'::text, 'wrong-tries'::text]))),
  constraint visit_slips_revocation_whole CHECK (((revoked_at IS NULL) = (revocation IS NULL)))
);
CREATE INDEX visit_slips_of_patient ON public.visit_slips USING btree (patient_id);
CREATE INDEX visit_slips_of_visit ON public.visit_slips USING btree (visit_id, id);

create table visits (
  id bigint generated always as identity not null,
  lab_id bigint not null,
  patient_id bigint not null,
  referrer_id bigint,
  collected_at timestamp(3) with time zone,
  received_at timestamp(3) with time zone,
  promised_at timestamp(3) with time zone,
  payment text default 'unknown'::text not null,
  payment_by bigint,
  payment_at timestamp(3) with time zone,
  waiver_reason text,
  note text,
  order_key text,
  created_by bigint,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  canceled_by bigint,
  canceled_at timestamp(3) with time zone,
  is_awaited boolean default false not null,
  target_at timestamp(3) with time zone,
  collected_on date,
  received_on date,
  order_number text,
  is_referrer_certain boolean default false not null,
  constraint visits_pkey PRIMARY KEY (id),
  constraint visits_patient_key UNIQUE (id, patient_id),
  constraint visits_canceled_by_fkey FOREIGN KEY (canceled_by) REFERENCES users(id),
  constraint visits_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint visits_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES labs(id),
  constraint visits_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients(id) ON DELETE CASCADE,
  constraint visits_payment_by_fkey FOREIGN KEY (payment_by) REFERENCES users(id),
  constraint visits_referrer_fkey FOREIGN KEY (referrer_id, lab_id) REFERENCES referrers(id, lab_id),
  constraint visits_order_number_check CHECK (((length(order_number) >= 1) AND (length(order_number) <= 50))),
  constraint visits_payment_check CHECK ((payment = ANY (ARRAY['unknown'::text, 'due'::text, 'paid'::text, 'waived'::text]))),
  constraint visits_promised CHECK ((promised_at >= GREATEST(collected_at, received_at))),
  constraint visits_received CHECK ((received_at >= collected_at)),
  constraint visits_waived CHECK (((payment = 'waived'::text) = (waiver_reason IS NOT NULL)))
);
CREATE INDEX visits_awaited ON public.visits USING btree (lab_id, COALESCE(promised_at, target_at, created_at), id) WHERE is_awaited;
CREATE INDEX visits_awaited_anywhere ON public.visits USING btree (COALESCE(promised_at, target_at, created_at), id) WHERE is_awaited;
CREATE INDEX visits_due ON public.visits USING btree (lab_id, COALESCE(promised_at, target_at), id) WHERE is_awaited;
CREATE INDEX visits_due_anywhere ON public.visits USING btree (COALESCE(promised_at, target_at), id) WHERE is_awaited;
CREATE INDEX visits_of_certain_referrer ON public.visits USING btree (referrer_id, id) WHERE is_referrer_certain;
CREATE INDEX visits_of_patient ON public.visits USING btree (patient_id, id);
CREATE INDEX visits_of_referred_patient ON public.visits USING btree (referrer_id, patient_id) WHERE is_referrer_certain;
CREATE INDEX visits_of_referrer ON public.visits USING btree (referrer_id) WHERE (referrer_id IS NOT NULL);
CREATE INDEX visits_open ON public.visits USING btree (lab_id, id) WHERE is_awaited;
CREATE INDEX visits_ready ON public.visits USING btree (lab_id, created_at, id) WHERE ((canceled_at IS NULL) AND (NOT is_awaited));
CREATE INDEX visits_ready_anywhere ON public.visits USING btree (created_at, id) WHERE ((canceled_at IS NULL) AND (NOT is_awaited));
CREATE INDEX visits_received ON public.visits USING btree (lab_id, COALESCE(received_at, collected_at), id) WHERE ((COALESCE(received_at, collected_at) IS NOT NULL) AND (canceled_at IS NULL));
CREATE INDEX visits_received_anywhere ON public.visits USING btree (COALESCE(received_at, collected_at), id) WHERE ((COALESCE(received_at, collected_at) IS NOT NULL) AND (canceled_at IS NULL));
CREATE INDEX visits_unpaid ON public.visits USING btree (lab_id, created_at, id) WHERE ((payment = 'due'::text) AND (canceled_at IS NULL) AND (NOT is_awaited));
CREATE INDEX visits_unpaid_anywhere ON public.visits USING btree (created_at, id) WHERE ((payment = 'due'::text) AND (canceled_at IS NULL) AND (NOT is_awaited));
CREATE UNIQUE INDEX visits_of_order ON public.visits USING btree (patient_id, order_key) WHERE (order_key IS NOT NULL);
CREATE CONSTRAINT TRIGGER visits_note_change AFTER UPDATE OF referrer_id, is_referrer_certain, order_number, collected_at, collected_on, canceled_at ON public.visits DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.referrer_id IS DISTINCT FROM old.referrer_id) OR (new.is_referrer_certain <> old.is_referrer_certain) OR (new.order_number IS DISTINCT FROM old.order_number) OR (new.collected_at IS DISTINCT FROM old.collected_at) OR (new.collected_on IS DISTINCT FROM old.collected_on) OR (new.canceled_at IS DISTINCT FROM old.canceled_at))) EXECUTE FUNCTION note_change_of_visit();
CREATE TRIGGER visits_link_ends AFTER UPDATE OF promised_at, target_at, payment, payment_at ON public.visits FOR EACH ROW EXECUTE FUNCTION follow_visit_with_links();
CREATE TRIGGER visits_rules BEFORE INSERT OR UPDATE OF patient_id, canceled_at, canceled_by, is_awaited, target_at ON public.visits FOR EACH ROW WHEN ((CURRENT_USER = 'zelab_application'::name)) EXECUTE FUNCTION check_visit();

create view day_volumes as
 SELECT kind,
    cut,
    lab_id,
    day,
    member_id,
    n
   FROM daily_totals;

create view day_volumes_state as
 SELECT only_row,
    time_zone
   FROM daily_totals_state;

create view settled_requests as
 SELECT user_id,
    request_key,
    fingerprint,
    result_id,
    created_at AS settled_at
   FROM idempotency_keys;

create view throttles as
 SELECT key,
    attempts,
    window_started_at,
    waits_until
   FROM rate_limits;

create view unclaimed_files as
 SELECT name,
    remove_from
   FROM orphaned_uploads;

create view volume_changes as
 SELECT kind,
    lab_id,
    person_id,
    report_type_id,
    wait_band,
    at,
    change
   FROM daily_total_changes;
