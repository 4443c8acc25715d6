-- In which order the installation writes day, month and year; a typed date of birth is read in it.
alter table settings add column date_order text not null default 'dmy' check (date_order in ('dmy', 'mdy', 'ymd'));
