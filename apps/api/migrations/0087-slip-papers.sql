-- A sheet, or a roll by its width in mm, for slips with a link.
alter table lab_delivery_settings add column slip_paper text not null default 'a4'
  check (slip_paper in ('a4', 'a5', 'roll-80', 'roll-58'));
