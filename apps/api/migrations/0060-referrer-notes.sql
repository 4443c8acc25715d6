-- For the people who call a referrer, such as the extension at night.
alter table referrers add column note text;
