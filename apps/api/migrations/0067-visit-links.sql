alter table lab_visit_settings add column gives_links boolean not null default false;

-- A link that patients get before their report exists. It becomes a link to the first report of the visit.
create table visit_links (
  visit_id bigint primary key references visits (id) on delete cascade,
  token_hash bytea not null unique,
  language text not null check (language in ('en', 'ar')),
  expires_at timestamptz(3) not null,
  created_by bigint not null references users (id),
  created_at timestamptz(3) not null default now()
);
create index visit_links_expires_at on visit_links (expires_at);
