-- Reports reach patients: language and consent of each patient, messages with links to one report, and what happened to
-- them. A link's token, a session's token and a code are stored as hashes only.

-- Reports of a sensitive type are never sent to a contact that patients share, and always need a code.
alter table report_types add column is_sensitive boolean not null default false;

create table patient_languages (
  patient_id bigint primary key references patients (id) on delete cascade,
  language text not null check (language in ('en', 'ar'))
);

-- Append-only: the newest row of a channel is the current consent.
create table patient_consents (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients (id) on delete cascade,
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  is_given boolean not null,
  -- The version of the sentence that the patient agreed to.
  wording_version integer not null,
  recorded_by bigint not null references users (id),
  recorded_at timestamptz(3) not null default now()
);
create index patient_consents_newest on patient_consents (patient_id, channel, id desc);

create table lab_delivery_settings (
  lab_id bigint primary key references labs (id) on delete cascade,
  -- How long a link works.
  link_days integer not null default 30 check (link_days between 1 and 90),
  -- Whether every published report is sent at once.
  is_automatic boolean not null default false,
  -- Automatic messages wait while the lab's hour is in this range; equal hours mean that none do.
  quiet_from_hour integer not null default 21 check (quiet_from_hour between 0 and 23),
  quiet_until_hour integer not null default 8 check (quiet_until_hour between 0 and 23)
);

-- One message to one recipient about one report.
create table deliveries (
  id bigint generated always as identity primary key,
  report_id bigint not null references reports (id) on delete cascade,
  lab_id bigint not null references labs (id),
  report_version integer not null,
  channel text not null check (channel in ('email', 'sms', 'whatsapp', 'slip', 'copy')),
  purpose text not null check (purpose in ('report', 'renewal', 'amended', 'withdrawn', 'sent-in-error')),
  -- Null when the link was handed over in person.
  contact text,
  language text not null check (language in ('en', 'ar')),
  template_version integer not null,
  state text not null check (
    state in ('queued', 'sending', 'sent', 'failed', 'unconfirmed', 'canceled', 'handed-over')
  ),
  failure text,
  attempts integer not null default 0,
  -- When the message is due; null once it needs nothing more.
  due_at timestamptz(3),
  -- Null for automatic messages.
  requested_by bigint references users (id),
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  constraint deliveries_due check ((due_at is not null) = (state in ('queued', 'sending')))
);
create index deliveries_of_report on deliveries (report_id, id);
create index deliveries_due on deliveries (due_at, id) where due_at is not null;
create index deliveries_of_lab on deliveries (lab_id, id desc);
create index deliveries_not_reached on deliveries (lab_id, created_at) where state in ('failed', 'unconfirmed');

create table delivery_events (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references deliveries (id) on delete cascade,
  kind text not null check (
    kind in ('sent', 'retried', 'failed', 'unconfirmed', 'canceled', 'handed-over', 'opened', 'wrong-tries', 'locked',
             'code-sent', 'renewed', 'revoked')
  ),
  detail text,
  -- Null for the patient and for the service itself.
  by_user bigint references users (id),
  at timestamptz(3) not null default now()
);
create index delivery_events_of_delivery on delivery_events (delivery_id, id);

-- A retried message has a link for each attempt, because an earlier one may have arrived.
create table report_links (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references deliveries (id) on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  revocation text check (revocation in ('staff', 'renewed', 'contact-changed', 'wrong-tries')),
  -- Wrong dates of birth since the link was made.
  wrong_tries integer not null default 0,
  locked_until timestamptz(3),
  -- The first browser that opened the report; others also need a code.
  device_hash bytea,
  first_opened_at timestamptz(3),
  last_opened_at timestamptz(3),
  -- The newest version that the patient opened.
  opened_version integer,
  created_at timestamptz(3) not null default now(),
  constraint report_links_revocation_whole check ((revoked_at is null) = (revocation is null))
);
create index report_links_of_delivery on report_links (delivery_id);
create index report_links_unopened on report_links (expires_at)
  where first_opened_at is null and revoked_at is null;

create table link_sessions (
  token_hash bytea primary key,
  link_id bigint not null references report_links (id) on delete cascade,
  -- Whether a code was entered, which also opens the patient's other reports.
  has_code boolean not null default false,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3) not null default now()
);
create index link_sessions_of_link on link_sessions (link_id);
create index link_sessions_used_at on link_sessions (used_at);

create table link_codes (
  id bigint generated always as identity primary key,
  link_id bigint not null references report_links (id) on delete cascade,
  -- Null until the job that sends it has made it.
  code_hash bytea,
  tries integer not null default 0,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index link_codes_of_link on link_codes (link_id, id desc);
create index link_codes_created_at on link_codes (created_at);

-- Changes of reports that recipients must hear of, or that are sent automatically.
create table report_announcements (
  id bigint generated always as identity primary key,
  report_id bigint not null references reports (id) on delete cascade,
  kind text not null check (kind in ('published', 'amended', 'withdrawn', 'sent-in-error')),
  -- The message about a wrong patient waits for a Doctor or an Admin.
  needs_confirmation boolean not null default false,
  confirmed_by bigint references users (id),
  created_at timestamptz(3) not null default now(),
  announced_at timestamptz(3)
);
create index report_announcements_open on report_announcements (id)
  where announced_at is null and not needs_confirmation;
create index report_announcements_of_report on report_announcements (report_id);

-- In the database, so that no way of changing a report can forget it.
create function announce_report_change() returns trigger language plpgsql as $$
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
end $$;
create trigger announce_published_report after insert on reports
  for each row execute function announce_report_change();
create trigger announce_changed_report after update of version, withdrawn_at on reports
  for each row execute function announce_report_change();

-- When a patient's email or phone number changes, messages to the old one are not sent and their links end.
create function end_links_to_old_contact() returns trigger language plpgsql as $$
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
     where r.patient_id = new.id and d.report_id = r.id and d.state = 'queued'
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
       and lower(d.contact) = any (old_contacts)
    returning d.id, l.id as link_id
  ), sessions as (
    delete from link_sessions where link_id in (select link_id from ended)
  )
  insert into delivery_events (delivery_id, kind, detail) select id, 'revoked', 'contact-changed' from ended;
  return null;
end $$;
create trigger end_links_to_old_contact after update of email, phone on patients
  for each row execute function end_links_to_old_contact();
