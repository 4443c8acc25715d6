-- Users to whom the whole file of the item was sent. The file of an item never changes.
alter table inbox_items add column opened_by bigint[] not null default '{}';
