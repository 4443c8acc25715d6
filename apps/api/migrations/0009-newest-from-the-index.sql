-- Pages of the patients list and the dashboard's week leave merged records out. With that in the index they walk the
-- index alone and no longer look every row up.

create index patients_newest_kept on patients (lab_id, created_at desc, id desc) include (merged_into);
create index patients_newest_kept_anywhere on patients (created_at desc, id desc) include (merged_into);
drop index patients_newest;
drop index patients_newest_anywhere;
