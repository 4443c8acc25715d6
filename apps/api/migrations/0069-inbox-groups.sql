-- The groups of the open inbox in their order: 0 critical, 1 ready, 2 to check, 3 without a patient. `has_proposal`: a type is
-- proposed for the file.
alter table inbox_items add column has_proposal boolean not null default false;

create function inbox_group(is_critical boolean, kind text, match text, problem text, notices jsonb, has_type boolean)
returns integer language sql immutable parallel safe as $$
  select case when is_critical then 0
              when kind = 'report' and match = 'red' then 3
              when kind = 'report' and match = 'green' and problem is null and notices = '[]' and has_type then 1
              else 2 end
$$;

create index inbox_items_open_groups on inbox_items
  (lab_id, inbox_group(is_critical, kind, match, problem, notices, report_type_id is not null or has_proposal), id)
  where state = 'open';
create index inbox_items_open_groups_anywhere on inbox_items
  (inbox_group(is_critical, kind, match, problem, notices, report_type_id is not null or has_proposal), id)
  where state = 'open';
