-- Recent visits whose reports are ready, for the list of those that were not collected.
create index visits_ready on visits (lab_id, created_at, id) where canceled_at is null and not is_awaited;
create index visits_ready_anywhere on visits (created_at, id) where canceled_at is null and not is_awaited;
