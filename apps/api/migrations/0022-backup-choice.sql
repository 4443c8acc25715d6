-- Backups that an Admin turned on from the screen, without BACKUP_DIR. place_id is the identity of the folder, which is
-- stored in it: only a process with this folder makes them.

create table backup_choice (
  only_row boolean primary key default true check (only_row),
  place_id text not null,
  folder text not null,
  chosen_by bigint not null references users (id),
  chosen_at timestamptz(3) not null default now()
);
