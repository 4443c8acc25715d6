-- Since when backups are scheduled: the first one is due at the next time of the schedule.
alter table backup_setup add column since timestamptz(3) not null default now();
