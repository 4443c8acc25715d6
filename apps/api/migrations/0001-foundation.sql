-- The records of the main job: labs, staff, sessions, patients, report types, files, reports, activity, settings.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table labs (
  id bigint generated always as identity primary key,
  name text not null,
  address_line1 text not null,
  city text not null,
  email text,
  phone text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index labs_name_key on labs (lower(name));

create table users (
  id bigint generated always as identity primary key,
  full_name text not null,
  email text not null,
  phone text not null,
  avatar text,
  password_hash text not null,
  -- 1 Admin, 2 Doctor, 3 Technician, 4 Receptionist, 5 Patient
  user_type_id smallint not null check (user_type_id between 1 and 5),
  lab_id bigint references labs,
  deactivated_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Staff belong to a lab, the Admin to none.
  constraint users_lab_by_type check (
    (user_type_id = 1 and lab_id is null) or (user_type_id in (2, 3, 4) and lab_id is not null) or user_type_id = 5
  )
);
create unique index users_email_key on users (lower(email));
create index users_lab_id on users (lab_id);

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  address text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now()
);
create index sessions_user_id on sessions (user_id);

-- A session has one current token, and for a short while the one before it: two tabs may refresh at once.
create table session_tokens (
  token_hash bytea primary key,
  session_id bigint not null references sessions on delete cascade,
  created_at timestamptz(3) not null default now(),
  replaced_at timestamptz(3)
);
create index session_tokens_session_id on session_tokens (session_id);

create table password_resets (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token_hash bytea unique,
  expires_at timestamptz(3),
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index password_resets_user_id on password_resets (user_id);

create table patients (
  id bigint generated always as identity primary key,
  lab_id bigint not null references labs,
  full_name text not null,
  emr_id text,
  email text,
  -- One spelling per number: plus and digits.
  phone text not null,
  date_of_birth date not null,
  gender text check (gender in ('MALE', 'FEMALE', 'OTHER')),
  address_line1 text,
  city text,
  registration_type text,
  registered_by bigint references users,
  profile_completed boolean not null generated always as (
    email is not null and gender is not null and address_line1 is not null and city is not null
  ) stored,
  -- What the patient search looks at, one line a field so that no match spans two of them.
  search text not null generated always as (
    lower(full_name) || E'\n' || ltrim(phone, '+') || E'\n' || coalesce(lower(email), '') || E'\n'
      || coalesce(lower(emr_id), '') || E'\nzl-' || id::text
  ) stored,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index patients_newest on patients (lab_id, created_at desc, id desc);
create index patients_newest_anywhere on patients (created_at desc, id desc);
create index patients_by_name on patients (lab_id, lower(full_name), id);
create index patients_by_name_anywhere on patients (lower(full_name), id);
create index patients_phone on patients (lab_id, phone);
create index patients_search on patients using gin (lab_id, search gin_trgm_ops);
create index patients_search_anywhere on patients using gin (search gin_trgm_ops);

create table report_types (
  id bigint generated always as identity primary key,
  title text not null,
  description text,
  created_at timestamptz(3) not null default now()
);
create unique index report_types_title_key on report_types (lower(title));

create table report_files (
  id bigint generated always as identity primary key,
  -- Random; the last part of the file's address and its key in the file storage.
  name text not null unique,
  original_name text not null,
  media_type text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  uploaded_by bigint not null references users,
  created_at timestamptz(3) not null default now()
);
create index report_files_created_at on report_files (created_at);

create table reports (
  id bigint generated always as identity primary key,
  -- The uploader's lab; null when the Admin published.
  lab_id bigint references labs,
  patient_id bigint not null references patients,
  report_type_id bigint not null references report_types,
  title text not null,
  remark text,
  -- A file becomes one report and never another one.
  file_id bigint not null unique references report_files,
  uploaded_by bigint not null references users,
  created_at timestamptz(3) not null default now(),
  withdrawn_at timestamptz(3),
  withdrawn_by bigint references users,
  withdrawal_reason text,
  withdrawal_note text,
  constraint reports_withdrawal_whole check (
    (withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null) = (withdrawal_reason is null)
  )
);
create index reports_newest on reports (lab_id, created_at desc, id desc) where withdrawn_at is null;
create index reports_newest_anywhere on reports (created_at desc, id desc) where withdrawn_at is null;
create index reports_by_type on reports (lab_id, report_type_id, created_at desc, id desc) where withdrawn_at is null;
create index reports_by_type_anywhere on reports (report_type_id, created_at desc, id desc) where withdrawn_at is null;
create index reports_of_patient on reports (patient_id, created_at desc, id desc);
create index reports_type on reports (report_type_id);

create table activity_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  -- Null when the service itself acted. Name and role as they were then.
  actor_id bigint,
  actor_name text,
  actor_role text,
  lab_id bigint,
  action text not null,
  object_type text,
  object_id bigint,
  summary text not null,
  address text,
  request_id text
);
create index activity_log_by_actor on activity_log (actor_id, id desc);
create index activity_log_system on activity_log (id desc) where actor_id is null;

create table settings (
  only_row boolean primary key default true check (only_row),
  support_email text,
  support_phone text,
  support_hours text,
  upload_limit_mb integer not null default 10,
  idle_minutes integer not null default 60,
  absolute_hours integer not null default 12,
  updated_at timestamptz(3) not null default now()
);
insert into settings default values;
