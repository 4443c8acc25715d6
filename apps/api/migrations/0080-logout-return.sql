-- The address that a logout returns to is registered at the provider.
alter table sign_in_providers add column returns_after_logout boolean not null default false;
