-- What ties the database to its key and its file storage (ADR 30). A restore creates a new row: backups leave it out.

create table installation (
  only_row boolean primary key default true check (only_row),
  -- The marker in the file storage contains it.
  id text not null default gen_random_uuid()::text,
  -- An HMAC under a key derived from the installation's key; null until a process stores it.
  key_fingerprint bytea check (octet_length(key_fingerprint) = 32),
  -- When the file storage got its marker.
  storage_marked_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
