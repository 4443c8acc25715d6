-- The first page of a report file as an image. It can always be made again: it is in no backup, and removed some time
-- after its last view.

create table page_images (
  file_id bigint primary key references report_files (id) on delete cascade,
  -- Null when the page could not be drawn.
  name text unique,
  width integer,
  height integer,
  size_bytes integer,
  sha256 bytea,
  made_at timestamptz(3) not null default now(),
  used_at timestamptz(3) not null default now(),
  constraint page_images_whole check (num_nulls(name, width, height, size_bytes, sha256) in (0, 5))
);
create index page_images_used_at on page_images (used_at);
