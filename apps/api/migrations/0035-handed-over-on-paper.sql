-- A report that was printed and handed over at the desk: a delivery without a link.
alter table deliveries drop constraint deliveries_channel_check;
alter table deliveries add constraint deliveries_channel_check check (
  channel in ('email', 'sms', 'whatsapp', 'slip', 'copy', 'paper')
);
