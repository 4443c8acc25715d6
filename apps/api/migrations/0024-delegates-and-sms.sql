-- Guardians and delegates receive reports for a patient, messages go by SMS, and each lab writes its own texts.

-- A person who may receive a patient's reports. Changing one ends the row and adds another. Recording a contact here is
-- the consent to it, of the version of the sentence that was read.
create table patient_delegates (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients (id) on delete cascade,
  kind text not null check (kind in ('guardian', 'delegate')),
  full_name text not null,
  relation text not null check (
    relation in ('parent', 'legal-guardian', 'spouse', 'child', 'sibling', 'caregiver', 'other')
  ),
  language text not null check (language in ('en', 'ar')),
  email text,
  phone text,
  -- What showed the right of the person, for example a birth certificate.
  document_seen text not null,
  valid_from date not null,
  -- The last day; null without an end.
  valid_until date,
  wording_version integer not null,
  recorded_by bigint not null references users (id),
  recorded_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  end_reason text check (end_reason in ('staff', 'changed', 'expired', 'adult')),
  -- Null for the service itself.
  ended_by bigint references users (id),
  constraint patient_delegates_contact check (email is not null or phone is not null),
  constraint patient_delegates_days check (valid_until is null or valid_until >= valid_from),
  constraint patient_delegates_end_whole check ((ended_at is null) = (end_reason is null))
);
create index patient_delegates_of_patient on patient_delegates (patient_id, id);
create index patient_delegates_active on patient_delegates (kind, id) where ended_at is null;

alter table lab_delivery_settings
  -- The name that stands for the lab as the sender of a message; null for the lab's name.
  add column sender_name text,
  -- A guardian's access ends on this birthday of the patient.
  add column adult_age integer not null default 18 check (adult_age between 14 and 25);

-- The language and the consents of the surviving record before and after a merge that took the other record's; null when
-- it kept its own.
alter table patient_merges add column delivery_change jsonb;

-- Append-only: the newest row of a language and purpose is the lab's text; a row without text returns to the built-in one.
create table lab_message_templates (
  id bigint generated always as identity primary key,
  lab_id bigint not null references labs (id) on delete cascade,
  language text not null check (language in ('en', 'ar')),
  purpose text not null check (purpose in ('report', 'renewal', 'amended', 'withdrawn', 'sent-in-error')),
  template text,
  saved_by bigint not null references users (id),
  saved_at timestamptz(3) not null default now()
);
create index lab_message_templates_newest on lab_message_templates (lab_id, language, purpose, id desc);

alter table deliveries
  -- Null when the message goes to the patient. With the delegate goes the delivery, so that no link outlives its recipient.
  add column delegate_id bigint references patient_delegates (id) on delete cascade,
  -- When the gateway confirmed that the message arrived.
  add column delivered_at timestamptz(3),
  -- The lab's text; null for the built-in one of template_version.
  add column template_id bigint references lab_message_templates (id) on delete set null;
create index deliveries_of_delegate on deliveries (delegate_id) where delegate_id is not null;
create index deliveries_of_template on deliveries (template_id) where template_id is not null;

alter table delivery_events drop constraint delivery_events_kind_check;
alter table delivery_events add constraint delivery_events_kind_check check (
  kind in ('sent', 'delivered', 'retried', 'failed', 'unconfirmed', 'canceled', 'handed-over', 'opened', 'wrong-tries',
           'locked', 'code-sent', 'renewed', 'revoked')
);
alter table report_links drop constraint report_links_revocation_check;
alter table report_links add constraint report_links_revocation_check check (
  revocation in ('staff', 'renewed', 'contact-changed', 'wrong-tries', 'access-ended')
);

-- As before, for the patient's own contact only: a delegate may have the same one.
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
    update deliveries d set state = 'canceled', failure = 'contact-changed', due_at = null
      from reports r
     where r.patient_id = new.id and d.report_id = r.id and d.state = 'queued' and d.delegate_id is null
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

-- For corrections that were not opened, and for the time until links are opened.
create index report_announcements_amended on report_announcements (created_at, report_id) where kind = 'amended';
create index deliveries_sent on deliveries (lab_id, sent_at desc) where sent_at is not null;
create index deliveries_sent_anywhere on deliveries (sent_at desc) where sent_at is not null;
