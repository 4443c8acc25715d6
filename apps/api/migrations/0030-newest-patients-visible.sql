-- Lists, deep pages and searches read the newest patients from indexes alone. That works only for pages that a vacuum has
-- marked as visible to all, and PostgreSQL waits with it until a fifth of the table is new: at a million patients, each of
-- the newest 200,000 would be looked up in the table again.
alter table patients set (autovacuum_vacuum_insert_scale_factor = 0.002);
