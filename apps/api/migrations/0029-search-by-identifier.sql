-- A text that many patients contain is found by reading the newest patients of the lab until enough match. With the
-- search text in the index, they are read without the table. An index entry has at most 2,704 bytes: the few records with
-- a longer text (many former ids) have an index without it.
create index patients_newest_search on patients (lab_id, created_at desc, id desc) include (merged_into, search)
  where octet_length(search) <= 1000;
create index patients_newest_long_search on patients (lab_id, created_at desc, id desc)
  where octet_length(search) > 1000;

-- A whole EMR id in any spelling.
create index patients_emr_id_folded on patients (lab_id, fold_text(emr_id)) where emr_id is not null;
