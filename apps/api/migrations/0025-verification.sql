-- Anyone who holds a report can check by the code of its version whether it is genuine and current.

-- Pages of a PDF, 1 for a picture; null for files that were uploaded before pages were counted.
alter table report_files add column page_count integer check (page_count > 0);

create table verification_codes (
  -- 25 random characters and a check character.
  code text primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  report_id bigint not null,
  version integer not null,
  created_at timestamptz(3) not null default now(),
  constraint verification_codes_of_version unique (report_id, version),
  foreign key (report_id, version) references report_versions (report_id, version)
);

-- A code on paper answers for as long as its report is kept.
create trigger verification_codes_stay before update or delete on verification_codes
  for each row execute function refuse_change();
create trigger verification_codes_not_truncated before truncate on verification_codes
  for each statement execute function refuse_change();

-- What a visitor learned by a known code. Removed after 90 days.
create table verification_lookups (
  id bigint generated always as identity primary key,
  report_id bigint not null references reports (id),
  version integer not null,
  outcome text not null check (
    outcome in (
      'current', 'superseded', 'withdrawn',
      'file-matches', 'file-original', 'file-slip', 'file-other-version', 'file-unknown',
      'pass-refused', 'shown'
    )
  ),
  -- The visitor's network, which is no single connection: 203.0.113.0/24.
  network text not null,
  looked_up_at timestamptz(3) not null default now()
);
create index verification_lookups_of_report on verification_lookups (report_id, looked_up_at desc);
create index verification_lookups_by_age on verification_lookups (looked_up_at);

-- A patient lets someone who holds the verification code see the file once. The newest pass of a link is valid.
create table viewing_passes (
  id bigint generated always as identity primary key,
  link_id bigint not null references report_links (id) on delete cascade,
  report_id bigint not null references reports (id),
  -- Null once the pass was used or replaced.
  code_hash bytea,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3),
  -- The browser in which it was used.
  session_hash bytea unique
);
create index viewing_passes_of_link on viewing_passes (link_id, id desc);
create index viewing_passes_of_report on viewing_passes (report_id) where code_hash is not null;
create index viewing_passes_by_age on viewing_passes (created_at);
