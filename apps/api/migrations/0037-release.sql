-- One person publishes without a row.
create table lab_release_settings (
  lab_id bigint primary key references labs (id) on delete cascade,
  two_persons text not null default 'none' check (two_persons in ('none', 'types', 'all')),
  -- With `types`.
  report_type_ids bigint[] not null default '{}',
  technicians_release boolean not null default false,
  allows_alone boolean not null default false
);

create function needs_two_persons(lab bigint, type bigint) returns boolean language sql stable as $$
  select exists (
    select 1 from lab_release_settings s
     where s.lab_id = lab and (s.two_persons = 'all' or s.two_persons = 'types' and type = any (s.report_type_ids)))
$$;

-- Reports and versions that a second person has yet to release, and how they were released.
create table unreleased_reports (
  id bigint generated always as identity primary key,
  lab_id bigint not null references labs (id),
  patient_id bigint not null references patients (id) on delete cascade,
  report_type_id bigint not null references report_types (id),
  title text not null,
  remark text,
  -- Null once discarded.
  file_id bigint references report_files (id),
  sha256 bytea not null check (octet_length(sha256) = 32),
  visit_id bigint references visits (id),
  -- Of an amendment.
  report_id bigint references reports (id),
  based_on integer,
  amendment_reason text,
  amendment_note text,
  -- The withdrawn report of the wrong patient that this one replaces.
  republished_from bigint references reports (id),
  -- The inbox item with the file, and its revision that the author saw.
  inbox_item_id bigint references inbox_items (id),
  inbox_revision integer,
  -- The last author; `author_ids` includes everyone before, and who added the file to the inbox.
  author_id bigint not null references users (id),
  author_ids bigint[] not null,
  -- Changes with every correction.
  revision integer not null default 1,
  -- Users who opened the file of this revision.
  opened_by bigint[] not null default '{}',
  state text not null default 'awaiting' check (state in ('awaiting', 'returned', 'released', 'discarded')),
  created_at timestamptz(3) not null default now(),
  awaiting_since timestamptz(3) not null default now(),
  returned_by bigint references users (id),
  returned_at timestamptz(3),
  return_reason text check (length(return_reason) between 10 and 500),
  released_by bigint references users (id),
  released_at timestamptz(3),
  -- Of an author who was alone on duty.
  alone_reason text check (length(alone_reason) between 10 and 500),
  reviewed_by bigint references users (id),
  reviewed_at timestamptz(3),
  -- Null for the service itself.
  discarded_by bigint references users (id),
  discarded_at timestamptz(3),
  constraint unreleased_reports_file check ((file_id is null) = (state = 'discarded')),
  constraint unreleased_reports_amendment check (
    (report_id is null) = (based_on is null) and (report_id is null) = (amendment_reason is null)),
  constraint unreleased_reports_returned check (
    (returned_by is null) = (returned_at is null) and (returned_by is null) = (return_reason is null)
    and (state <> 'returned' or returned_by is not null)),
  constraint unreleased_reports_released check (
    (state = 'released') = (released_by is not null) and (released_by is null) = (released_at is null)),
  constraint unreleased_reports_reviewed check (
    (reviewed_by is null) = (reviewed_at is null) and (reviewed_by is null or alone_reason is not null)),
  constraint unreleased_reports_discarded check ((state = 'discarded') = (discarded_at is not null))
);
create index unreleased_reports_awaiting on unreleased_reports (lab_id, awaiting_since, id)
  where state = 'awaiting';
create index unreleased_reports_of_author on unreleased_reports using gin (author_ids)
  where state in ('awaiting', 'returned');
create index unreleased_reports_to_review on unreleased_reports (lab_id, released_at, id)
  where alone_reason is not null and reviewed_by is null;
create index unreleased_reports_of_patient on unreleased_reports (patient_id);
create unique index unreleased_reports_file_key on unreleased_reports (file_id)
  where state in ('awaiting', 'returned');
create index unreleased_reports_of_file on unreleased_reports (file_id) where file_id is not null;
create unique index unreleased_reports_amendment_key on unreleased_reports (report_id)
  where state in ('awaiting', 'returned');
create index unreleased_reports_of_report on unreleased_reports (report_id) where report_id is not null;
create unique index unreleased_reports_item_key on unreleased_reports (inbox_item_id)
  where state in ('awaiting', 'returned');
create index unreleased_reports_of_type on unreleased_reports (report_type_id);

-- How the current version, and each version, was released by a second person.
alter table reports add column release_id bigint;
alter table reports add constraint reports_release_fkey foreign key (release_id)
  references unreleased_reports (id) not valid;
alter table report_versions add column release_id bigint;
alter table report_versions add constraint report_versions_release_fkey foreign key (release_id)
  references unreleased_reports (id) not valid;
create unique index report_versions_release_key on report_versions (release_id) where release_id is not null;

-- When the session's user last confirmed the password, after signing in.
alter table sessions add column confirmed_at timestamptz(3);

alter table patient_merges add column unreleased_ids bigint[] not null default '{}';

create function check_release() returns trigger language plpgsql as $$
declare
  releaser_type bigint;
  settings lab_release_settings;
begin
  if tg_op = 'DELETE' then
    if old.state <> 'discarded' then
      raise exception 'A report that awaits release is discarded first' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 'awaiting' or not exists (
      select 1 from patients where id = new.patient_id and lab_id = new.lab_id) then
      raise exception 'A new report awaits release in the lab of its patient' using errcode = 'check_violation';
    end if;
  elsif old.state in ('released', 'discarded') then
    if old.reviewed_by is null and exists (
         select 1 from users u
          where u.id = new.reviewed_by and u.id <> old.released_by and u.user_type_id = 2 and u.lab_id = old.lab_id)
       and to_jsonb(new) - array['reviewed_by', 'reviewed_at'] = to_jsonb(old) - array['reviewed_by', 'reviewed_at'] then
      return new;
    end if;
    raise exception 'What was released or discarded stays as it was' using errcode = 'check_violation';
  elsif not new.author_ids @> old.author_ids or new.lab_id <> old.lab_id
     or (new.report_id, new.republished_from) is distinct from (old.report_id, old.republished_from) then
    raise exception 'Authors, lab and report stay' using errcode = 'check_violation';
  end if;
  if new.reviewed_by is not null or not new.author_id = any (new.author_ids) then
    raise exception 'A report is released before its review, and has its author' using errcode = 'check_violation';
  end if;

  if new.state in ('awaiting', 'returned') and not exists (
    select 1 from report_files f
     where f.id = new.file_id and f.sha256 = new.sha256 and (f.report_id is null or f.report_id = new.report_id)) then
    raise exception 'The file is another one, or belongs to a report' using errcode = 'check_violation';
  end if;
  if new.state <> 'released' then return new; end if;

  if old.state is distinct from 'awaiting'
     or to_jsonb(new) - array['state', 'released_by', 'released_at', 'alone_reason']
        <> to_jsonb(old) - array['state', 'released_by', 'released_at', 'alone_reason'] then
    raise exception 'A report is released as it awaited release' using errcode = 'check_violation';
  end if;
  select u.user_type_id into releaser_type from users u
   where u.id = new.released_by and u.lab_id = new.lab_id and u.deactivated_at is null;
  select * into settings from lab_release_settings s where s.lab_id = new.lab_id;
  if releaser_type is null or releaser_type not in (2, 3)
     or releaser_type = 3 and settings.technicians_release is not true then
    raise exception 'This user may not release' using errcode = 'check_violation';
  end if;
  if not new.released_by = any (new.opened_by) then
    raise exception 'The releaser has not opened the file' using errcode = 'check_violation';
  end if;
  if new.released_by = any (new.author_ids) or exists (
       select 1 from report_files f
        where f.id = new.file_id and f.report_id is null and f.uploaded_by = new.released_by) then
    if releaser_type <> 2 or settings.allows_alone is not true or new.alone_reason is null then
      raise exception 'An author does not release the report' using errcode = 'check_violation';
    end if;
  elsif new.alone_reason is not null then
    raise exception 'Only an author is alone on duty' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger unreleased_reports_check before insert or update or delete on unreleased_reports
  for each row execute function check_release();

create trigger unreleased_reports_not_truncated before truncate on unreleased_reports
  for each statement execute function refuse_truncate();

create function expect_release() returns trigger language plpgsql as $$
declare
  lab bigint;
begin
  if tg_op = 'UPDATE' then
    if new.version = old.version then
      if new.release_id is distinct from old.release_id then
        raise exception 'A version stays as it was released' using errcode = 'check_violation';
      end if;
      return new;
    end if;
    -- The earlier version's release says nothing about this one.
    if new.release_id is not distinct from old.release_id then new.release_id := null; end if;
  end if;
  if new.release_id is null then
    lab := (select p.lab_id from patients p where p.id = new.patient_id);
    if needs_two_persons(lab, new.report_type_id)
       or tg_op = 'UPDATE' and needs_two_persons(lab, old.report_type_id)
       or exists (select 1 from unreleased_reports u
                   where u.file_id = new.file_id and u.state in ('awaiting', 'returned') and u.report_id is null) then
      raise exception 'A second person has to release this report'
        using errcode = 'check_violation', constraint = 'reports_release';
    end if;
    return new;
  end if;
  if not exists (
    select 1 from unreleased_reports u join report_files f on f.id = u.file_id
     where u.id = new.release_id and u.state = 'released' and u.file_id = new.file_id and u.sha256 = f.sha256
       and u.patient_id = new.patient_id and u.report_type_id = new.report_type_id and u.title = new.title
       and u.remark is not distinct from new.remark
       and case when tg_op = 'INSERT' then u.report_id is null else u.report_id = new.id and u.based_on = old.version end) then
    raise exception 'Another report was released'
      using errcode = 'check_violation', constraint = 'reports_release';
  end if;
  return new;
end $$;
create trigger reports_expect_release_inserted before insert on reports
  for each row execute function expect_release();
create trigger reports_expect_release_changed before update of version, release_id on reports
  for each row execute function expect_release();

create or replace function keep_report_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.version = old.version then
    if (new.title, new.remark, new.report_type_id, new.report_type_title, new.file_id)
         is distinct from (old.title, old.remark, old.report_type_id, old.report_type_title, old.file_id) then
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
    (report_id, version, title, remark, report_type_id, report_type_title, file_id, published_by, published_at,
     reason, note, release_id)
  values (new.id, new.version, new.title, new.remark, new.report_type_id, new.report_type_title, new.file_id,
          coalesce(new.amended_by, new.uploaded_by), coalesce(new.amended_at, new.created_at),
          new.amendment_reason, new.amendment_note, new.release_id);
  return null;
end $$;
