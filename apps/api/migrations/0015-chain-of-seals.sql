-- What the chain of seals must continue from, signed with the installation's key: seals that are removed, or made anew
-- behind a removed one, no longer fit. Not signed until the first seal after this migration.
create table activity_seal_state (
  only_row boolean primary key default true check (only_row),
  seals bigint not null default 0,
  last_seal_id bigint not null default 0,
  last_entry_id bigint not null default 0,
  hash bytea,
  signature bytea,
  -- Sealing went on by hand behind this seal, which cannot be verified.
  resumed_after_seal_id bigint not null default 0,
  -- Since when the chain has not been whole where it ends, and why.
  broken_at timestamptz(3),
  problem text
);
insert into activity_seal_state default values;

-- Who confirms an import stands in the log with the address that the confirmation came from.
alter table patient_imports
  add column confirmed_address text,
  add column confirmed_request_id text;
