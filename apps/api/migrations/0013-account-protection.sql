-- Counts up with every change of what a sign-in was checked against. A session is inserted only for the version that
-- its password and code were checked for. A trigger keeps it, so that processes of the version before do, too.
alter table users add column access_version integer not null default 1;

create function count_access_version() returns trigger language plpgsql as $$
begin
  new.access_version := old.access_version + 1;
  return new;
end $$;
create trigger users_access_changed before update on users
  for each row
  when ((new.password_hash, new.email, new.user_type_id, new.lab_id, new.deactivated_at, new.totp_confirmed_at)
        is distinct from
        (old.password_hash, old.email, old.user_type_id, old.lab_id, old.deactivated_at, old.totp_confirmed_at))
  execute function count_access_version();

-- After the last free attempt each further one makes the next wait longer. Null in rows of the version before, which
-- wait for the end of their window.
alter table throttles add column waits_until timestamptz(3);

-- Browsers that a user signed in with before. One browser may be known to several users of a shared workstation.
create table known_devices (
  token_hash bytea not null,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  primary key (token_hash, user_id)
);
create index known_devices_user_id on known_devices (user_id, last_used_at);

-- A secret that waits for its first code, beside one that may be in use. Only the session that asked for it can confirm it.
alter table users
  add column totp_pending_secret bytea,
  add column totp_pending_until timestamptz(3),
  add column totp_pending_session bigint;
