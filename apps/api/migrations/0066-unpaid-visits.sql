-- For the visits of the last days that lack only their payment.
create index visits_unpaid on visits (lab_id, created_at, id) where payment = 'due' and canceled_at is null and not is_awaited;
create index visits_unpaid_anywhere on visits (created_at, id) where payment = 'due' and canceled_at is null and not is_awaited;
