-- Reports carry the lab's letterhead and the code by which they are checked, on a copy: the uploaded file stays as it is.

create table lab_letterheads (
  lab_id bigint primary key references labs (id) on delete cascade,
  is_used boolean not null default false,
  accreditation text,
  corner text not null default 'bottom-right' check (
    corner in ('top-left', 'top-right', 'bottom-left', 'bottom-right')
  ),
  -- Millimeters between the stamp and the edges of the page.
  margin_x integer not null default 10 check (margin_x between 5 and 60),
  margin_y integer not null default 10 check (margin_y between 5 and 60),
  shows_signature boolean not null default true,
  logo bytea,
  logo_media_type text check (logo_media_type in ('image/png', 'image/jpeg')),
  logo_version integer not null default 0,
  updated_at timestamptz(3) not null default now(),
  constraint lab_letterheads_logo_whole check ((logo is null) = (logo_media_type is null))
);

-- The image of a person's signature, for the stamps of the reports that this person publishes.
create table signatures (
  user_id bigint primary key references users (id) on delete cascade,
  content bytea not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg')),
  version integer not null default 1,
  updated_at timestamptz(3) not null default now()
);

-- The stamped copy of a version, or the separate page of a file that must not be changed. It is a file of the report,
-- never changed or removed. Without a file, the attempt failed.
create table stamped_files (
  report_id bigint not null,
  version integer not null,
  -- Whose letterhead it is.
  lab_id bigint not null references labs (id),
  kind text not null check (kind in ('stamped', 'slip', 'failed')),
  file_id bigint unique references report_files (id),
  -- Where the stamp says that the report is checked.
  host text not null,
  is_sealed boolean not null default false,
  seal_problem text,
  made_at timestamptz(3) not null default now(),
  primary key (report_id, version),
  foreign key (report_id, version) references report_versions (report_id, version),
  constraint stamped_files_whole check ((kind = 'failed') = (file_id is null))
);
create index stamped_files_of_lab on stamped_files (lab_id, host);
