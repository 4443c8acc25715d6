-- The application's role may do nothing that the program never does. The rights on columns are in table-rights.ts; these
-- rules are about changes that depend on other rows. The owner of the tables, who restores backups, is not bound by them.

create function works_in(person bigint, lab bigint, types integer[]) returns boolean language sql stable as $$
  select exists (select from users u
                  where u.id = person and u.lab_id = lab and u.user_type_id = any (types) and u.deactivated_at is null)
$$;

create function are_of_one_lab(one bigint, other bigint) returns boolean language sql stable as $$
  select (select lab_id from patients where id = one) = (select lab_id from patients where id = other)
$$;

create function check_new_critical_result() returns trigger language plpgsql as $$
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
end $$;
create trigger critical_results_new before insert on critical_results for each row
  when (current_user = 'zelab_application') execute function check_new_critical_result();

create function check_critical_change() returns trigger language plpgsql as $$
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
end $$;
create trigger critical_results_rules before update on critical_results for each row
  when (current_user = 'zelab_application') execute function check_critical_change();

create function check_critical_call() returns trigger language plpgsql as $$
begin
  if not exists (
    select from critical_results c
     where c.id = new.critical_result_id and works_in(new.called_by, c.lab_id, '{2,3}')
       and (c.closing is null or c.closing = 'read-back')) then
    raise exception 'A Doctor or Technician of the lab calls about its critical results' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger critical_calls_by_staff before insert on critical_calls for each row
  when (current_user = 'zelab_application') execute function check_critical_call();

create function check_unreleased_change() returns trigger language plpgsql as $$
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
end $$;
create trigger unreleased_reports_rules before update on unreleased_reports for each row
  when (current_user = 'zelab_application') execute function check_unreleased_change();

create function check_report_change() returns trigger language plpgsql as $$
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
end $$;
create trigger reports_rules before update on reports for each row
  when (current_user = 'zelab_application') execute function check_report_change();

create function check_visit() returns trigger language plpgsql as $$
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
end $$;
create trigger visits_rules before insert or update of patient_id, canceled_at, canceled_by, is_awaited, target_at on visits
  for each row when (current_user = 'zelab_application') execute function check_visit();

create function check_merge() returns trigger language plpgsql as $$
begin
  if new.merged_into = new.id or not are_of_one_lab(new.id, new.merged_into) then
    raise exception 'Records stay in their lab' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger patients_rules before update of merged_into on patients for each row
  when (current_user = 'zelab_application' and new.merged_into is not null) execute function check_merge();

create function check_critical_item() returns trigger language plpgsql as $$
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
end $$;
create trigger inbox_items_rules before update on inbox_items for each row
  when (current_user = 'zelab_application') execute function check_critical_item();
