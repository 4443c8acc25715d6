-- A published report keeps the title of its type. Report types are shared by all labs, so renaming one must not change
-- what was published: every version stores the title that its type had at that moment.

alter table reports add column report_type_title text;
alter table report_versions add column report_type_title text;

-- Nothing that the triggers count or keep changes by this.
alter table reports disable trigger user;
alter table report_versions disable trigger user;
update reports r set report_type_title = t.title from report_types t where t.id = r.report_type_id;
update report_versions v set report_type_title = t.title from report_types t where t.id = v.report_type_id;
alter table reports enable trigger user;
alter table report_versions enable trigger user;

-- Set for programs of the version before, too, which do not know the column.
create function freeze_type_title() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.version <> old.version then
    new.report_type_title := (select title from report_types where id = new.report_type_id);
  end if;
  return new;
end $$;
create trigger reports_freeze_type_title before insert or update on reports
  for each row execute function freeze_type_title();

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
     reason, note)
  values (new.id, new.version, new.title, new.remark, new.report_type_id, new.report_type_title, new.file_id,
          coalesce(new.amended_by, new.uploaded_by), coalesce(new.amended_at, new.created_at),
          new.amendment_reason, new.amendment_note);
  return null;
end $$;

-- The trigger replaces the default, which is there for programs of the version before.
alter table reports alter column report_type_title set default '', alter column report_type_title set not null;
alter table report_versions alter column report_type_title set default '', alter column report_type_title set not null;
