-- Report files arrive in the inbox of a lab by themselves: from uploads of many files, watched folders and HL7 messages.
-- Nothing of an item is visible outside of the inbox until a person or, for sources that allow it, the service publishes it.

-- Null while a file is in an inbox: it belongs to the lab. Publishing names the publisher.
alter table report_files alter column uploaded_by drop not null;
alter table report_files
  add constraint report_files_published_by_someone check (uploaded_by is not null or report_id is null);

create table inbox_sources (
  id bigint generated always as identity primary key,
  lab_id bigint not null references labs (id) on delete cascade,
  kind text not null check (kind in ('folder', 'hl7')),
  name text not null,
  is_on boolean not null default true,
  publishes_automatically boolean not null default false,
  -- The person whose name automatically published reports carry.
  publisher_id bigint references users (id),
  -- The path below INBOX_DIR.
  folder text,
  -- SHA-256 of the client certificate, in hexadecimal digits.
  certificate text check (certificate ~ '^[0-9a-f]{64}$'),
  -- Addresses and networks that may connect, such as 10.1.2.0/24.
  addresses text[] not null default '{}',
  -- Overrides the character set that messages name.
  charset text,
  -- A code of what prevents the source from working now; null when it works.
  problem text,
  problem_since timestamptz(3),
  last_received_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  removed_at timestamptz(3),
  constraint inbox_sources_whole check (
    case kind when 'folder' then folder is not null and certificate is null
              else folder is null and certificate is not null end
  ),
  constraint inbox_sources_publisher check (not publishes_automatically or publisher_id is not null)
);
create index inbox_sources_of_lab on inbox_sources (lab_id) where removed_at is null;
create unique index inbox_sources_folder on inbox_sources (folder) where removed_at is null;
create unique index inbox_sources_certificate on inbox_sources (certificate) where removed_at is null;

create table inbox_settings (
  lab_id bigint primary key references labs (id) on delete cascade,
  -- How file names are made up, such as {emrId}_{name}_{dateOfBirth}; null when they say nothing.
  file_name_pattern text
);

-- The first rule that applies gives an item its report type and title.
create table inbox_rules (
  lab_id bigint not null references labs (id) on delete cascade,
  position integer not null check (position >= 0),
  -- 'any' applies to every file.
  field text not null check (field in ('text', 'fileName', 'any')),
  contains text not null,
  report_type_id bigint not null references report_types (id) on delete cascade,
  title text not null,
  primary key (lab_id, position)
);

create table inbox_items (
  id bigint generated always as identity primary key,
  lab_id bigint not null references labs (id),
  -- Null for files that a person uploaded.
  source_id bigint references inbox_sources (id),
  uploaded_by bigint references users (id),
  -- Chosen by the browser for each file, so that a repeated upload is one item.
  upload_key text,
  -- An amendment or withdrawal is proposed by an HL7 sender.
  kind text not null default 'report' check (kind in ('report', 'amendment', 'withdrawal')),
  -- Null for a withdrawal, and once a rejected item was removed.
  file_id bigint unique references report_files (id),
  file_name text not null,
  received_at timestamptz(3) not null default now(),
  -- What the file, its name, its barcodes and the sender say of the patient; null once the item is closed.
  hints jsonb,
  -- The beginning of the file's text, for rules; kept of the newest files of a lab only.
  text text not null default '',
  -- False when a part of the file was not read, which may concern another person.
  is_read_whole boolean not null default false,
  has_codes_read boolean not null default false,
  -- The sender's number of the order, which a correction repeats.
  order_key text,
  title text,
  report_type_id bigint references report_types (id) on delete set null,
  match text not null default 'red' check (match in ('green', 'amber', 'red')),
  -- The patient of a green item, and the best candidate of an amber one.
  patient_id bigint references patients (id) on delete set null,
  matched_at timestamptz(3),
  problem text check (
    problem in ('superseded', 'withdrawn-by-sender', 'not-final', 'already-published', 'no-earlier-report')
  ),
  -- The published report that an amendment or withdrawal is about.
  target_report_id bigint references reports (id),
  claimed_by bigint references users (id),
  claimed_until timestamptz(3),
  state text not null default 'open' check (state in ('open', 'published', 'rejected')),
  decided_by bigint references users (id),
  decided_at timestamptz(3),
  reject_reason text,
  reject_note text,
  -- The report that the item became or changed.
  report_id bigint references reports (id),
  is_automatic boolean not null default false,
  reviewed_by bigint references users (id),
  reviewed_at timestamptz(3),
  constraint inbox_items_decided check ((state = 'open') = (decided_at is null)),
  constraint inbox_items_published check ((state = 'published') = (report_id is not null)),
  constraint inbox_items_rejected check ((state = 'rejected') = (reject_reason is not null)),
  constraint inbox_items_upload check ((source_id is null) = (uploaded_by is not null)),
  constraint inbox_items_file check (file_id is not null or kind = 'withdrawal' or state = 'rejected')
);
create index inbox_items_open on inbox_items (lab_id, id) where state = 'open';
create index inbox_items_rejected on inbox_items (lab_id, decided_at) where state = 'rejected';
create index inbox_items_to_review on inbox_items (lab_id, id) where is_automatic and reviewed_at is null;
create index inbox_items_newest on inbox_items (lab_id, id);
create unique index inbox_items_upload_once on inbox_items (uploaded_by, upload_key);
create index inbox_items_of_order on inbox_items (source_id, order_key) where order_key is not null;
create index inbox_items_of_report on inbox_items (report_id) where report_id is not null;
create index inbox_items_of_patient on inbox_items (patient_id) where patient_id is not null;
create index inbox_items_without_codes on inbox_items (id) where state = 'open' and not has_codes_read;

-- Answers to HL7 messages, so that a repeated message gets the same one. Removed after 90 days.
create table inbox_messages (
  source_id bigint not null references inbox_sources (id) on delete cascade,
  -- MSH-3, MSH-4 and MSH-10.
  sending_application text not null,
  sending_facility text not null,
  control_id text not null,
  sha256 bytea not null,
  answer text not null check (answer in ('AA', 'AR')),
  answer_text text,
  received_at timestamptz(3) not null default now(),
  primary key (source_id, sending_application, sending_facility, control_id, sha256)
);
create index inbox_messages_by_age on inbox_messages (received_at);
