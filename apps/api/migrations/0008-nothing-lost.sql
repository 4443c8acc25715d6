-- What a process that ends in the middle leaves behind is known and settled: files without a row, and requests whose
-- answer got lost.

-- Files that the storage may hold and no row of report_files claims: on their way in, or on their way out. Whoever
-- makes the row takes the file from here in the same transaction; whoever removes a file does the same, so that it is
-- either claimed or removed and never both.
create table unclaimed_files (
  name text primary key,
  -- From then on nobody claims it any more, and the cleaning removes it.
  remove_from timestamptz(3) not null
);
create index unclaimed_files_remove_from on unclaimed_files (remove_from);

-- What came of a request, under the key that its sender gave it: sent once more, it is answered again, not done again.
create table settled_requests (
  user_id bigint not null references users on delete cascade,
  request_key text not null,
  -- Of method, address and body: one key stands for one request.
  fingerprint bytea not null,
  -- The record that it made or changed.
  result_id bigint not null,
  settled_at timestamptz(3) not null default now(),
  primary key (user_id, request_key)
);
create index settled_requests_settled_at on settled_requests (settled_at);
