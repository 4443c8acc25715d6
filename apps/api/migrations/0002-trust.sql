-- Throttles, second factor, and an activity log that nobody can rewrite unnoticed.

create table throttles (
  key text primary key,
  attempts integer not null,
  window_started_at timestamptz(3) not null default now()
);

alter table users
  -- Encrypted with the installation's key; set but not confirmed until a first code came.
  add column totp_secret bytea,
  add column totp_confirmed_at timestamptz(3),
  -- The time step of the last code taken: a code works once.
  add column totp_last_step bigint;

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

alter table settings add column second_factor_roles text[] not null default '{}';

create index activity_log_by_action on activity_log (action, id desc);
create index activity_log_by_object on activity_log (object_type, object_id, id desc);
create index activity_log_by_time on activity_log (at);
create index report_files_sha256 on report_files (sha256);

-- Each seal covers the entries after the one before it, chained to it by its hash.
create table activity_seals (
  id bigint generated always as identity primary key,
  last_entry_id bigint not null unique,
  entry_count bigint not null,
  hash bytea not null,
  sealed_at timestamptz(3) not null default now()
);

-- Nobody changes what is on record. The role that the service works with has no right to switch this off.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'The activity log is append-only';
end $$;
create trigger activity_log_append_only before update or delete on activity_log
  for each row execute function refuse_rewriting();
create trigger activity_log_not_truncated before truncate on activity_log
  for each statement execute function refuse_rewriting();
create trigger activity_seals_append_only before update or delete on activity_seals
  for each row execute function refuse_rewriting();
create trigger activity_seals_not_truncated before truncate on activity_seals
  for each statement execute function refuse_rewriting();
