-- When a section of the settings of a lab, or of the installation (null), was last changed: its row is locked by a change.
create table settings_updates (
  lab_id bigint references labs (id) on delete cascade,
  section text not null,
  updated_at timestamptz(3),
  unique nulls not distinct (lab_id, section)
);
