-- Patients sorted by name: the first line of the search text is the name without accents, and with one form of each Arabic letter.
-- patients_by_name and patients_by_name_anywhere are for the previous version.
create index patients_by_folded_name on patients (lab_id, split_part(search, E'\n', 1), id);
create index patients_by_folded_name_anywhere on patients (split_part(search, E'\n', 1), id);
