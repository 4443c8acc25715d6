-- A passkey signs in without a password, and counts as a second factor after one.
alter table users add column passkey_handle bytea;
create unique index users_passkey_handle on users (passkey_handle);

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  is_synced boolean not null,
  transports text[] not null,
  -- The host of the product when it was added, where alone it works.
  rp_id text not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_user_id on passkeys (user_id);

create table passkey_challenges (
  challenge bytea primary key,
  purpose text not null check (purpose in ('sign-in', 'second-step', 'confirm', 'add')),
  -- Before a sign-in, the browser is known by a cookie.
  browser_hash bytea,
  session_id bigint references sessions on delete cascade,
  expires_at timestamptz(3) not null,
  check (num_nonnulls(browser_hash, session_id) = 1)
);
create index passkey_challenges_browser_hash on passkey_challenges (browser_hash);
create index passkey_challenges_session_id on passkey_challenges (session_id);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);

-- Also tells every process that the account changed.
create function count_access_version_of_owner() returns trigger language plpgsql as $$
begin
  update users set access_version = access_version + 1 where id = coalesce(new.user_id, old.user_id);
  return null;
end $$;
create trigger passkeys_count_access_version after insert or delete on passkeys
  for each row execute function count_access_version_of_owner();

-- Made on the server for an Admin who has no other way in.
create table sign_in_links (
  token_hash bytea primary key,
  user_id bigint not null unique references users on delete cascade,
  expires_at timestamptz(3) not null
);

alter table sessions
  add column way text not null default 'password' check (way in ('password', 'passkey', 'link'));

alter table settings
  add column passkey_roles text[] not null default '{}',
  add column passkeys_from date;

-- A visit touches its reports only for what is read: their copy of the referrer, and with a connection the other facts.
create or replace function note_change_of_visit() returns trigger language plpgsql as $$
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
end $$;
