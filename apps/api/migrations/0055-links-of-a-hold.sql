-- A link that staff hand over opens during the hold that they saw, and during no other: one for a payment opens once it is
-- paid or waived. `opens_held` alone was written by earlier versions, which did not say for which hold.
alter table report_links add column opens_hold text check (opens_hold in ('critical'));
