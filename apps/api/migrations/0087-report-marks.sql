-- Lists of unpaid and of handed-over reports.
create index visits_payment_due on visits (lab_id, id) where payment = 'due' and canceled_at is null;
create index deliveries_on_paper on deliveries (report_id, report_version) where channel = 'paper';
