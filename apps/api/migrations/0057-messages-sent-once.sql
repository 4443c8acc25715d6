-- Messages of one channel do not read those of another one that wait.
create index deliveries_due_of_channel on deliveries (channel, due_at, id) where state = 'queued';

-- Messages of jobs that were or may have been sent. Stored before the message leaves, and removed when it certainly did not.
-- Without `sent_at`, the outcome is unknown.
create table sent_messages (
  id text primary key,
  started_at timestamptz(3) not null default now(),
  sent_at timestamptz(3)
);
create index sent_messages_by_time on sent_messages (started_at);
