-- What a sender says of a file: its patient, order and status. The same file with another statement is news of the item, not
-- a repetition.

alter table inbox_items
  -- SHA-256 of the last statement; null for items of earlier versions.
  add column statement bytea check (octet_length(statement) = 32),
  -- When the sender last changed an item that was here already.
  add column changed_at timestamptz(3),
  -- Incremented when the sender changes or flags the item, so that no one decides on what was shown before.
  add column revision integer not null default 1;

-- The search finds a record by everything that the records merged into it say, not by their ids alone. Chains of merges need
-- a round for each step.
do $$
begin
  for round in 1..100 loop
    update patients s
       set former_ids = f.lines
      from (select merged_into as id, string_agg(E'\n' || search, '' order by id) as lines
              from patients where merged_into is not null group by merged_into) f
     where f.id = s.id and s.former_ids <> f.lines;
    exit when not found;
  end loop;
end $$;
