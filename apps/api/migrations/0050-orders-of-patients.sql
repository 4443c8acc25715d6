-- Digests of the patient that the sender states. An order number counts for this patient only. Null for items of the previous version.
alter table inbox_items add column patient_keys text[];
-- What a person has to see before publishing: an order number of another patient, and what could not be read.
alter table inbox_items add column notices jsonb not null default '[]';
-- Critical items first.
create index inbox_items_open_critical on inbox_items (lab_id, (not is_critical), id) where state = 'open';
create index inbox_items_open_critical_anywhere on inbox_items ((not is_critical), id) where state = 'open';

-- A day without a time; ignored once the time is known.
alter table visits add column collected_on date;
alter table visits add column received_on date;

-- The sender flagged the result after its report was published, or while it awaited release.
alter table critical_results add column source_id bigint references inbox_sources (id);
