-- Sends people to the provider's choice of an account (prompt=select_account).
alter table sign_in_providers add column asks_for_account boolean not null default false;

-- For a person whose claim gives no role; only where the provider is for one lab.
alter table sign_in_providers add column default_role text
  check (default_role in ('Doctor', 'Technician', 'Receptionist')),
  add constraint sign_in_providers_default_role_lab check (lab_id is not null or default_role is null);

-- Name and email follow the provider at each sign-in.
alter table sign_in_providers add column refreshes_accounts boolean not null default false;
