-- The reports list can be sorted by title.

create index reports_by_title on reports (lab_id, lower(title), id) where withdrawn_at is null;
create index reports_by_title_anywhere on reports (lower(title), id) where withdrawn_at is null;
