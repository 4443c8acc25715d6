-- An account that signs in by a provider alone has no password.
alter table users alter column password_hash drop not null;

-- OpenID Connect providers: of one lab, or of the installation.
create table sign_in_providers (
  id bigint generated always as identity primary key,
  lab_id bigint references labs on delete cascade,
  name text not null,
  issuer text not null,
  client_id text not null,
  -- One of both, sealed: a secret that the provider gave, or the private key (JWK) of a pair of ours.
  sealed_secret bytea,
  sealed_key bytea,
  public_key jsonb,
  scopes text[] not null,
  domains text[] not null default '{}',
  roles_claim text,
  roles jsonb not null default '{}',
  creates_accounts boolean not null default false,
  checks_second_factor boolean not null default false,
  acr text,
  session_hours integer not null default 8 check (session_hours between 1 and 12),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  last_problem text,
  last_problem_at timestamptz(3),
  unique (issuer, client_id),
  check (lab_id is not null or not creates_accounts),
  check ((sealed_key is null) = (public_key is null))
);
create index sign_in_providers_lab_id on sign_in_providers (lab_id);
create index sign_in_providers_domains on sign_in_providers using gin (domains);

create table provider_links (
  provider_id bigint not null references sign_in_providers on delete cascade,
  user_id bigint not null references users on delete cascade,
  subject text not null,
  -- The account was created by the provider, whose claims then decide its role.
  gives_role boolean not null default false,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  primary key (provider_id, user_id),
  unique (provider_id, subject)
);
create index provider_links_user_id on provider_links (user_id);
create trigger provider_links_count_access_version after insert or delete on provider_links
  for each row execute function count_access_version_of_owner();

-- A person who was sent to a provider and is to come back; the verifier and the nonce follow from the state.
create table provider_requests (
  state_hash bytea primary key,
  provider_id bigint not null references sign_in_providers on delete cascade,
  purpose text not null check (purpose in ('sign-in', 'link', 'confirm', 'invitation', 'second-step')),
  browser_hash bytea not null,
  session_id bigint references sessions on delete cascade,
  -- Of an invitation: the hash of its link.
  invitation_hash bytea,
  return_to text,
  -- Of a second step: the account that the provider named, and what its session keeps.
  user_id bigint references users on delete cascade,
  access_version bigint,
  provider_session text,
  sealed_id_token bytea,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index provider_requests_browser_hash on provider_requests (browser_hash);
create index provider_requests_provider_id on provider_requests (provider_id);
create index provider_requests_session_id on provider_requests (session_id);
create index provider_requests_user_id on provider_requests (user_id);
create index provider_requests_expires_at on provider_requests (expires_at);

-- Logout tokens that were used.
create table provider_logouts (
  provider_id bigint not null references sign_in_providers on delete cascade,
  jti_hash bytea not null,
  expires_at timestamptz(3) not null,
  primary key (provider_id, jti_hash)
);
create index provider_logouts_expires_at on provider_logouts (expires_at);

alter table sessions drop constraint sessions_way_check;
alter table sessions
  add constraint sessions_way_check check (way in ('password', 'passkey', 'link', 'provider')) not valid,
  add column provider_id bigint references sign_in_providers on delete cascade,
  -- The session at the provider, and the token that ends it.
  add column provider_session text,
  add column sealed_id_token bytea,
  -- The provider checked a second factor.
  add column has_provider_factor boolean not null default false,
  -- The provider confirmed the identity; used up by the next change.
  add column provider_confirmed_at timestamptz(3),
  -- Earlier than the limit of all sessions.
  add column ends_at timestamptz(3);
create index sessions_provider_id on sessions (provider_id) where provider_id is not null;

create table lab_sign_in_settings (
  lab_id bigint primary key references labs on delete cascade,
  rule text not null default 'any' check (rule in ('any', 'provider')),
  -- Passwords and passkeys work until then, because the provider is down.
  open_until timestamptz(3),
  open_reason text
);
