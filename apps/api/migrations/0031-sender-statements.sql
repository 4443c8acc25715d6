-- What a sender says of a file: its patient, order and status. The same file with another statement is news of the item, not
-- a repetition.

alter table inbox_items
  -- SHA-256 of the last statement; null for items of earlier versions.
  add column statement bytea check (octet_length(statement) = 32),
  -- When the sender last changed an item that was here already.
  add column changed_at timestamptz(3),
  -- Incremented when the sender changes or flags the item, so that no one decides on what was shown before.
  add column revision integer not null default 1;
