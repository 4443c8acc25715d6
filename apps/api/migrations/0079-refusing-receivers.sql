-- Reports that a receiver refused since it last accepted one, and when Admins were last told that it did not accept a
-- withdrawal.
alter table integrations
  add column refused_reports bigint[] not null default '{}',
  add column withdrawal_told_at timestamptz(3);

-- The receiver loses the report: sent before other changes.
alter table integration_sendings add column is_urgent boolean not null default false;

-- The event that was sent last: repeated under its id, it stays the same.
alter table integration_reports
  add column sent_change bigint,
  add column sent_type text,
  add column sent_version integer;

create function is_urgent_sending(receiver bigint, change bigint) returns boolean language sql stable
return (select c.state <> 'current'
               or not (i.referrer_id is null or coalesce(i.referrer_id = c.referrer_id, false))
               or (c.is_sensitive and not i.includes_sensitive)
          from report_changes c, integrations i where c.sequence = change and i.id = receiver);

create function set_urgency_of_sending() returns trigger language plpgsql as $$
begin
  new.is_urgent := is_urgent_sending(new.integration_id, new.change_sequence);
  return new;
end $$;
create trigger integration_sendings_urgency before insert on integration_sendings
  for each row execute function set_urgency_of_sending();

update integration_sendings set is_urgent = is_urgent_sending(integration_id, change_sequence)
 where state in ('waiting', 'refused');

update integration_reports a set sent_change = s.change_sequence, sent_type = s.type, sent_version = s.version
  from (select distinct on (t.integration_id, t.report_id) t.integration_id, t.report_id, t.change_sequence, t.type,
               coalesce(t.version, c.version) as version
          from integration_sendings t join report_changes c on c.sequence = t.change_sequence
         where t.type is not null order by t.integration_id, t.report_id, t.id desc) s
 where s.integration_id = a.integration_id and s.report_id = a.report_id;

create index integration_sendings_next on integration_sendings (integration_id, is_urgent desc, change_sequence)
  where state = 'waiting';
