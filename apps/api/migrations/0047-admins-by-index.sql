-- The escalation of critical results tells Admins when nobody else can be reached.
create index users_admins on users (id) where user_type_id = 1;
