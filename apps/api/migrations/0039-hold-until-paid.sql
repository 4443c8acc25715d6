-- Links to reports wait until their visit is paid, in labs that want it.
alter table lab_visit_settings add column holds_unpaid boolean not null default false;

alter table deliveries drop constraint deliveries_state_check;
alter table deliveries add constraint deliveries_state_check check (
  state in ('queued', 'held', 'sending', 'sent', 'failed', 'unconfirmed', 'canceled', 'handed-over')
);
-- The built-in message without a link, while a link is held.
alter table deliveries drop constraint deliveries_purpose_check;
alter table deliveries add constraint deliveries_purpose_check check (
  purpose in ('report', 'renewal', 'amended', 'withdrawn', 'sent-in-error', 'contact-lab')
);
-- Why a held message waits.
alter table deliveries add column hold text;
alter table deliveries add constraint deliveries_hold check ((hold is not null) = (state = 'held')) not valid;
create index deliveries_held on deliveries (id) where state = 'held';

alter table delivery_events drop constraint delivery_events_kind_check;
alter table delivery_events add constraint delivery_events_kind_check check (
  kind in ('sent', 'delivered', 'retried', 'failed', 'unconfirmed', 'canceled', 'handed-over', 'opened', 'wrong-tries',
           'locked', 'code-sent', 'renewed', 'revoked', 'held')
);

-- Handed over by staff while the report was held, which therefore opens.
alter table report_links add column opens_held boolean not null default false;

create or replace function end_links_to_old_contact() returns trigger language plpgsql as $$
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
end $$;
