-- An Emirates ID, as digits. Not unique: it may be typed wrong, which only warns.
alter table patients add column national_id text;
alter table patients add constraint patients_national_id check (national_id ~ '^[0-9]{15}$') not valid;
create index patients_national_id on patients (lab_id, national_id) where national_id is not null;
