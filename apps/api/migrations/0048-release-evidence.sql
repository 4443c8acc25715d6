-- Why a releaser, or a Doctor for a critical report, discarded it.
alter table unreleased_reports add column discard_reason text check (length(discard_reason) between 10 and 500);

create index unreleased_reports_open on unreleased_reports (lab_id, awaiting_since, id)
  where state in ('awaiting', 'returned');
create index unreleased_reports_oldest_open on unreleased_reports (awaiting_since)
  where state in ('awaiting', 'returned');
create index unreleased_reports_returned on unreleased_reports (lab_id, (critical_at is null), awaiting_since, id)
  where state = 'returned';

create function refuse_replaced_file() returns trigger language plpgsql as $$
begin
  raise exception 'A stored file keeps its name, type, size, bytes and report' using errcode = 'check_violation';
end $$;
create trigger report_files_stay before update on report_files for each row
  when ((old.name, old.media_type, old.size_bytes, old.sha256)
          is distinct from (new.name, new.media_type, new.size_bytes, new.sha256)
        or old.report_id is not null
          and (old.report_id, old.uploaded_by) is distinct from (new.report_id, new.uploaded_by))
  execute function refuse_replaced_file();

-- The report itself is refused without the release that it needs.
create function expect_version_of_report() returns trigger language plpgsql as $$
begin
  if not exists (
    select 1 from reports r
     where r.id = new.report_id
       and (r.version, r.file_id, r.report_type_id, r.title, r.remark, r.release_id)
           is not distinct from
           (new.version, new.file_id, new.report_type_id, new.title, new.remark, new.release_id)) then
    raise exception 'A version is a copy of its report' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger report_versions_expect_report before insert on report_versions
  for each row execute function expect_version_of_report();

-- The database sets the time of each step. A report keeps its age when it is corrected.
create function set_release_times() returns trigger language plpgsql as $$
begin
  if new.state <> old.state then
    case new.state
      when 'released' then new.released_at := clock_timestamp();
      when 'returned' then new.returned_at := clock_timestamp();
      when 'discarded' then new.discarded_at := clock_timestamp();
      else null;
    end case;
  end if;
  if new.reviewed_by is distinct from old.reviewed_by then new.reviewed_at := clock_timestamp(); end if;
  if new.suspended_by is distinct from old.suspended_by and new.suspended_by is not null then
    new.suspended_at := clock_timestamp();
  end if;
  new.awaiting_since := least(new.awaiting_since, old.awaiting_since);
  return new;
end $$;
create trigger unreleased_reports_times before update on unreleased_reports
  for each row execute function set_release_times();

create function refuse_review_by_author() returns trigger language plpgsql as $$
begin
  if new.reviewed_by = any (old.author_ids) or exists (
    select 1 from report_files f where f.id = old.file_id and f.uploaded_by = new.reviewed_by) then
    raise exception 'An author does not review the release' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger unreleased_reports_review before update on unreleased_reports
  for each row when (new.reviewed_by is not null and old.reviewed_by is null)
  execute function refuse_review_by_author();
