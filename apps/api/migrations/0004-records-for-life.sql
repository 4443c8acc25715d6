-- Records for life: versions of a report, changes and merges of a patient's record, names found however they are
-- written, invitations, the installation's own name and limits, imports.

-- ---- Reports: every version stays ----------------------------------------------------------------------------

alter table report_files
  -- A file belongs to one report for good; null until it is published.
  add column report_id bigint references reports;

alter table reports
  -- The row holds the current version; report_versions holds all of them, this one included.
  add column version integer not null default 1,
  add column amended_at timestamptz(3),
  add column amended_by bigint references users,
  add column amendment_reason text,
  add column amendment_note text,
  -- The withdrawn report of the wrong patient that this one took the place of.
  add column republished_from bigint unique references reports,
  add constraint reports_amendment_whole check (
    (version = 1) = (amended_at is null) and (version = 1) = (amended_by is null)
      and (version = 1) = (amendment_reason is null)
  );

create table report_versions (
  report_id bigint not null references reports,
  version integer not null,
  title text not null,
  remark text,
  report_type_id bigint not null references report_types,
  file_id bigint not null references report_files,
  published_by bigint not null references users,
  published_at timestamptz(3) not null,
  -- Null for the first version only.
  reason text,
  note text,
  primary key (report_id, version)
);
create index report_versions_file_id on report_versions (file_id);
create index report_versions_type on report_versions (report_type_id);

insert into report_versions (report_id, version, title, remark, report_type_id, file_id, published_by, published_at)
select id, 1, title, remark, report_type_id, file_id, uploaded_by, created_at from reports;
update report_files f set report_id = r.id from reports r where r.file_id = f.id;
create index report_files_report_id on report_files (report_id);
create index report_files_unpublished on report_files (created_at) where report_id is null;

-- Whoever publishes or amends, by whatever program: the version is kept and its file belongs to the report.
create function keep_report_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.version = old.version then
    if (new.title, new.remark, new.report_type_id, new.file_id)
         is distinct from (old.title, old.remark, old.report_type_id, old.file_id) then
      raise exception 'A published report changes by a new version only';
    end if;
    return null;
  end if;
  update report_files set report_id = new.id
    where id = new.file_id and (report_id is null or report_id = new.id);
  if not found then
    raise exception 'The file belongs to another report'
      using errcode = 'unique_violation', constraint = 'reports_file_id_key';
  end if;
  insert into report_versions
    (report_id, version, title, remark, report_type_id, file_id, published_by, published_at, reason, note)
  values (new.id, new.version, new.title, new.remark, new.report_type_id, new.file_id,
          coalesce(new.amended_by, new.uploaded_by), coalesce(new.amended_at, new.created_at),
          new.amendment_reason, new.amendment_note);
  return null;
end $$;
create trigger reports_keep_version after insert or update on reports
  for each row execute function keep_report_version();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'What was published stays as it was';
end $$;
create trigger report_versions_stay before update or delete on report_versions
  for each row execute function refuse_change();
create trigger report_versions_not_truncated before truncate on report_versions
  for each statement execute function refuse_change();

-- ---- Names, however they are written --------------------------------------------------------------------------

-- Lower case, without accents, marks of Arabic vowels and stretching, one letter for each family of variants, one
-- kind of digits.
create function fold_text(written text) returns text
language sql immutable strict parallel safe
return translate(
  replace(replace(replace(
    regexp_replace(
      lower(normalize(written, NFKD)),
      U&'[\0300-\036F\0610-\061A\0640\064B-\065F\0670]', '', 'g'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
  'øłđðþıىیېۍةەۀکگ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ٱءٔ', 'olddtiييييهههكگ01234567890123456789ا');

-- What is left of a word when spellings are set aside: its consonants, the same for Latin and Arabic letters.
create function name_key(folded text) returns text
language sql immutable strict parallel safe
return
  -- At the end an h is mostly silent: Fatima and Fatimah.
  regexp_replace(
    -- A vowel at the start is kept as one; any other is dropped.
    regexp_replace(
      regexp_replace(
        -- One letter for a double one.
        regexp_replace(
          translate(
            replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
              regexp_replace(folded, '^ال(?=..)', ''),
              'x', 'ks'), 'kh', 'x'), 'ph', 'f'), 'gh', 'g'), 'sh', '$'), 'ch', '$'), 'th', 't'), 'dh', 'd'),
              'ck', 'k'), 'tz', 'z'),
            'cqvابتثجحخدذرزسشصضطظعغفقكلمنهويپچژگڤ',
            'kkfabttjhxddrzs$sdtzagfkklmnhwyp$zgf'),
          '(.)\1+', '\1', 'g'),
        '^[aeiou]+', 'A'),
      '(.)[aeiouwy]+', '\1', 'g'),
    '(.)h$', '\1');

-- The keys of a name's words. The article says nothing by itself; what follows Abd belongs to it, however it is
-- written: Abdul Rahman, Abdelrahman, عبد الرحمن.
create function name_keys_of(full_name text) returns text[]
language sql immutable strict parallel safe
return array(
  select distinct coalesce(nullif(name_key(word), ''), word)
    from regexp_split_to_table(
           regexp_replace(
             fold_text(full_name), '\m(abd|عبد)[\s''’-]*((al|el|ul|il|ال)[\s''’-]*)?(?=\S)', '\1', 'g'),
           '[\s.,''’`\-_/()]+') as word
   where word not in ('', 'al', 'el', 'ul', 'ال'));

alter table patients
  -- Ids of the records that were merged into this one, as lines of the search.
  add column former_ids text not null default '',
  add column merged_into bigint references patients,
  add column name_keys text[] not null generated always as (name_keys_of(full_name)) stored,
  drop column search;
alter table patients
  add column search text not null generated always as (
    fold_text(full_name) || E'\n' || ltrim(phone, '+') || E'\n' || coalesce(fold_text(email), '') || E'\n'
      || coalesce(fold_text(emr_id), '') || E'\nzl-' || id::text || former_ids
  ) stored;
-- Any of its columns alone can be asked for, so they serve the Admin, too.
create index patients_search on patients using gin (lab_id, search gin_trgm_ops);
create index patients_name_keys on patients using gin (lab_id, name_keys);
create index patients_merged_into on patients (merged_into) where merged_into is not null;
create index patients_date_of_birth on patients (lab_id, date_of_birth);
create index patients_emr_id on patients (lab_id, lower(emr_id)) where emr_id is not null;
create index patients_email on patients (lab_id, lower(email)) where email is not null;

-- ---- Patients: what a record said before, and merges ----------------------------------------------------------

-- Where the id of a record leads to: to itself, or over any number of merges to the record that survived.
create function surviving_patient(wanted bigint) returns bigint
language sql stable strict parallel safe
as $$
  with recursive way as (
    select id, merged_into from patients where id = wanted
    union all select n.id, n.merged_into from way join patients n on n.id = way.merged_into
  )
  select id from way where merged_into is null
$$;

create table patient_changes (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients on delete cascade,
  changed_by bigint not null references users,
  changed_at timestamptz(3) not null default now(),
  kind text not null check (kind in ('edit', 'merge', 'undo-merge')),
  -- [{ field, before, after }]
  changes jsonb not null
);
create index patient_changes_of_patient on patient_changes (patient_id, id desc);

create table patient_merges (
  id bigint generated always as identity primary key,
  survivor_id bigint not null references patients,
  merged_id bigint not null references patients,
  merged_by bigint not null references users,
  merged_at timestamptz(3) not null default now(),
  reason text not null,
  -- Reports that moved, to go back when the merge is undone.
  report_ids bigint[] not null,
  -- [{ field, before, after }] of the surviving record.
  changes jsonb not null,
  undone_at timestamptz(3),
  undone_by bigint references users,
  check (survivor_id <> merged_id)
);
create index patient_merges_of_survivor on patient_merges (survivor_id, id desc);
create index patient_merges_of_merged on patient_merges (merged_id, id desc);

-- ---- Users ----------------------------------------------------------------------------------------------------

alter table users
  -- Added by an invitation, and no password chosen yet.
  add column is_invited boolean not null default false;

-- ---- The installation -----------------------------------------------------------------------------------------

alter table settings
  add column product_name text not null default 'Zelab',
  add column logo bytea,
  add column logo_media_type text,
  -- Part of the logo's address, so that a browser may keep it for good.
  add column logo_version integer not null default 0,
  -- Null: the zone that the environment sets.
  add column time_zone text,
  add column default_page_size integer not null default 10,
  add column sign_in_attempts integer not null default 10,
  add column sign_in_attempts_per_address integer not null default 100,
  add column sign_in_window_minutes integer not null default 15;

-- ---- Imports --------------------------------------------------------------------------------------------------

create table patient_imports (
  id bigint generated always as identity primary key,
  -- A lab without patients may go; what was about to be imported into it goes along.
  lab_id bigint not null references labs on delete cascade,
  created_by bigint not null references users,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  file_name text not null,
  -- The file until it is read whole.
  content bytea,
  date_order text not null check (date_order in ('ymd', 'dmy', 'mdy')),
  state text not null default 'checking'
    check (state in ('checking', 'refused', 'ready', 'writing', 'done', 'failed', 'cancelled')),
  problem text,
  -- How often reading, or writing, was begun: what ends the process every time must not be tried for ever.
  attempts integer not null default 0,
  encoding text,
  separator text,
  unknown_columns text[] not null default '{}',
  skip_duplicates boolean not null default false,
  rows_total integer,
  rows_checked integer not null default 0,
  rows_written integer not null default 0,
  rows_with_errors integer not null default 0,
  rows_duplicate integer not null default 0
);
-- Read in slices, which a compressed value does not allow.
alter table patient_imports alter column content set storage external;
create index patient_imports_created_at on patient_imports (created_at);

create table patient_import_rows (
  import_id bigint not null references patient_imports on delete cascade,
  row_number integer not null,
  -- What was read, by field name; dates as they will be stored once they are valid.
  fields jsonb not null,
  -- [{ column, message, value }]
  errors jsonb not null default '[]',
  -- What duplicates are found by.
  name_keys text[] not null generated always as (name_keys_of(coalesce(fields ->> 'fullName', ''))) stored,
  duplicate_patients bigint[] not null default '{}',
  duplicate_rows integer[] not null default '{}',
  primary key (import_id, row_number)
);

-- ---- Search ---------------------------------------------------------------------------------------------------

alter table reports add column folded_title text not null generated always as (fold_text(title)) stored;
create index reports_title on reports using gin (lab_id, folded_title gin_trgm_ops) where withdrawn_at is null;
