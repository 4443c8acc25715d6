-- What a user chose for the screens, the same on every device. Null where nothing was chosen.

create table user_preferences (
  user_id bigint primary key references users (id) on delete cascade,
  patient_columns text[] check (cardinality(patient_columns) <= 50),
  report_columns text[] check (cardinality(report_columns) <= 50),
  updated_at timestamptz(3) not null default now()
);
