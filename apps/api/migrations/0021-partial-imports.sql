-- An import with faulty rows can be confirmed for the valid ones. The fields of a faulty row then move to bad_fields: a
-- process of the version before, which registers every row, fails on it instead of registering it.

alter table patient_imports add column skip_invalid boolean not null default false;
alter table patient_import_rows add column bad_fields jsonb;
