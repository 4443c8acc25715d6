-- A critical item that nobody opens is escalated like a critical result: its clock runs from `critical_since` until it is
-- opened or decided. `escalation_held_at`: from a restored backup, nobody is told before an Admin confirms.
alter table inbox_items
  add column critical_since timestamptz(3),
  add column escalations integer not null default 0,
  add column next_escalation_at timestamptz(3),
  add column escalation_held_at timestamptz(3);
create index inbox_items_escalation on inbox_items (lab_id, next_escalation_at) where critical_since is not null;
create index inbox_items_escalation_held on inbox_items (id) where escalation_held_at is not null;

create function follow_critical_item() returns trigger language plpgsql as $$
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
end $$;
create trigger inbox_items_follow_critical before insert or update of state, is_critical, claimed_until, changed_at
  on inbox_items for each row execute function follow_critical_item();

create function end_critical_item() returns trigger language plpgsql as $$
begin
  update inbox_items set critical_since = null, next_escalation_at = null, escalation_held_at = null
   where id = new.inbox_item_id and critical_since is not null;
  return null;
end $$;
create trigger unreleased_reports_end_critical_item after insert on unreleased_reports
  for each row when (new.inbox_item_id is not null) execute function end_critical_item();

update inbox_items i
   set critical_since = now(),
       next_escalation_at = now() + make_interval(mins => coalesce(
         (select target_minutes from lab_critical_settings where lab_id = i.lab_id), 30))
 where state = 'open' and is_critical and (claimed_until is null or claimed_until < now())
   and not exists (select 1 from unreleased_reports u
                    where u.inbox_item_id = i.id and u.state in ('awaiting', 'returned'));

alter table critical_notices
  alter column critical_result_id drop not null,
  add column inbox_item_id bigint references inbox_items (id) on delete cascade,
  add constraint critical_notices_subject check (num_nonnulls(critical_result_id, inbox_item_id) = 1);
create unique index critical_notices_of_item on critical_notices (inbox_item_id, step, user_id, channel)
  where inbox_item_id is not null;
