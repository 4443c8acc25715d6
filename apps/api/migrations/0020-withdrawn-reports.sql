-- The Admin's dashboard counts the reports withdrawn in the last days.

create index reports_withdrawn on reports (withdrawn_at) where withdrawn_at is not null;
