-- Backups: what was made, checked and tried out, and what is expected. No part of a backup itself.

-- What a process that makes backups said when it started. Every process can tell whether one is late, wherever the
-- folder is.
create table backup_setup (
  only_row boolean primary key default true check (only_row),
  -- Five fields of a crontab, in UTC.
  schedule text not null,
  keep integer not null,
  is_encrypted boolean not null,
  told_at timestamptz(3) not null default now()
);

create table backup_runs (
  id bigint generated always as identity primary key,
  -- A check reads an archive whole; a drill restores it into a throwaway installation.
  kind text not null check (kind in ('backup', 'check', 'drill')),
  state text not null check (state in ('queued', 'running', 'done', 'failed')),
  started_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  -- The name of the file, without its folder.
  archive text,
  size_bytes bigint,
  file_count bigint,
  row_count bigint,
  sha256 text,
  -- Why it failed, or what is not right although it is done.
  problem text
);
-- Asked for twice, it is made once.
create unique index backup_runs_one_queued on backup_runs (kind) where state = 'queued';
create index backup_runs_newest on backup_runs (kind, state, started_at desc);
