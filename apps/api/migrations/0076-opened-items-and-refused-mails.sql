-- Users to whom the whole file of the item was sent. The file of an item never changes.
alter table inbox_items add column opened_by bigint[] not null default '{}';

-- The last mail to the account that the mail server refused for good, until one is accepted.
alter table users
  add column refused_mail text check (refused_mail in ('invitation', 'reset', 'notice')),
  add column refused_mail_at timestamptz,
  add column refused_mail_to text,
  add constraint users_refused_mail check (
    (refused_mail is null) = (refused_mail_at is null) and (refused_mail is null) = (refused_mail_to is null));
