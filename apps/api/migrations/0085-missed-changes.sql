-- A receiver that has a report as suspended is told when it leaves its reach. What it last accepted:
alter table integration_reports add column accepted_type text;

update integration_reports set accepted_type = sent_type
 where accepted_at is not null and not is_current and sent_type = 'report.suspended';

-- As before, but a suspended report that leaves or enters a reach is noted, and a change that the sender takes meanwhile is
-- seen, so that the later one follows it.
create or replace function note_report_change(changed bigint, hint text, former_referrer bigint, formerly_sensitive boolean,
                                              is_forced boolean default false)
returns void language plpgsql as $$
declare
  lab bigint;
  now_is record;
  before report_changes%rowtype;
  kind text;
  noted bigint;
  receiver bigint;
begin
  select coalesce(r.lab_id, p.lab_id) into lab from reports r join patients p on p.id = r.patient_id where r.id = changed;
  if lab is null or not exists (select from integrations i where i.lab_id = lab) then return; end if;
  perform pg_advisory_xact_lock(7310070, (lab % 2147483647)::integer);

  select r.version, t.is_sensitive,
         case when v.is_referrer_certain then v.referrer_id end as referrer_id,
         case when r.withdrawn_at is not null then 'withdrawn'
              when exists (select from unreleased_reports u where u.report_id = r.id
                            and u.state in ('awaiting', 'returned') and u.suspended_at is not null) then 'suspended'
              else 'current' end as state,
         jsonb_build_object(
           'patient', r.patient_id, 'visit', r.visit_id, 'order', v.order_number,
           'collected', coalesce(v.collected_at::text, v.collected_on::text),
           'critical', exists (select from critical_results c where c.report_id = r.id
                                and (c.closing is null or c.closing = 'read-back'))) as facts,
         shown_facts(r.id) as shown
    into now_is
    from reports r
    join report_types t on t.id = r.report_type_id
    left join visits v on v.id = r.visit_id and v.canceled_at is null
   where r.id = changed;
  select * into before from report_changes c where c.report_id = changed order by c.sequence desc limit 1;

  if before.sequence is not null then
    former_referrer := before.referrer_id;
    formerly_sensitive := before.is_sensitive;
    if before.state = now_is.state and before.version = now_is.version and not is_forced
       and (now_is.state = 'withdrawn'
            or (before.referrer_id is not distinct from now_is.referrer_id
                and before.is_sensitive = now_is.is_sensitive
                and (now_is.state = 'suspended'
                     or (before.facts - 'shown' = now_is.facts
                         and case when hint = 'corrected' then before.facts ->> 'shown' is not distinct from now_is.shown
                                  else coalesce(before.facts ->> 'shown', now_is.shown) = now_is.shown end)))) then
      return;
    end if;
  end if;
  kind := case when now_is.state = 'withdrawn' then 'withdrawn'
               when now_is.state = 'suspended' then 'suspended'
               when before.sequence is null and hint <> 'corrected' then hint
               when before.version < now_is.version then 'amended'
               when before.state <> 'current' then 'restored'
               else 'changed' end;
  insert into report_changes (lab_id, report_id, version, type, state, referrer_id, former_referrer_id, is_sensitive,
                              was_sensitive, facts)
  values (lab, changed, now_is.version, kind, now_is.state, now_is.referrer_id, former_referrer, now_is.is_sensitive,
          coalesce(formerly_sensitive, now_is.is_sensitive), now_is.facts || jsonb_build_object('shown', now_is.shown))
  returning sequence into noted;

  -- The next statement sees what the sender did with them meanwhile.
  perform from integration_sendings s
    where s.report_id = changed and s.state in ('waiting', 'refused') and not s.is_sending order by s.id for update;
  for receiver in
    with superseded as (
      update integration_sendings s set state = 'superseded', changed_at = clock_timestamp()
       where s.report_id = changed and s.state in ('waiting', 'refused') and not s.is_sending
      returning s.integration_id)
    insert into integration_sendings (integration_id, change_sequence, report_id)
    select i.id, noted, changed from integrations i
     where i.lab_id = lab and i.kind <> 'client' and i.state <> 'ended'
       and (exists (select from integration_reports a where a.integration_id = i.id and a.report_id = changed)
            or ((i.referrer_id is null or i.referrer_id = now_is.referrer_id)
                and (i.includes_sensitive or not now_is.is_sensitive)
                and now_is.state = 'current'
                and (hint <> 'corrected' or exists (select from superseded s where s.integration_id = i.id)))
            or exists (select from integration_sendings s where s.integration_id = i.id and s.report_id = changed
                         and s.is_sending))
    returning integration_id
  loop
    perform enqueue_receiver(receiver, clock_timestamp());
  end loop;
end $$;