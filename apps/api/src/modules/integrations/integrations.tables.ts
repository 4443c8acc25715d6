import { RECEIVER_TASK } from '../../platform/abandoned-jobs.ts'
import type { Tables } from '../../platform/database/table-rights.ts'

export const integrationsTables: Tables = {
  integration_assertions: { changes: 'expires_at', removes: true },
  integration_reports: {
    changes: `version is_current accepted_at accepted_type sent_change sent_type sent_version
      sealed_sent sealed_accepted`,
  },
  integration_sendings: {
    changes: 'state version type answer tries first_refused_at next_try_at is_sending changed_at',
    removes: true,
  },
  integration_tokens: { changes: 'expires_at', removes: true },
  integrations: {
    changes: `name purpose country legal_basis referrer_id includes_sensitive state pause_cause
      updated_at ended_at last_used_at scopes jwks jwks_uri key_hash key_expires_at key_days
      key_reminded_days url host port ca server_name processing_id sending_application
      sending_facility receiving_application receiving_facility assigning_authority
      sealed_secret sealed_previous_secret previous_secret_until failing_since failure tries
      next_try_at failure_mails refused_reports withdrawal_told_at`,
  },
  report_change_backlog: { changes: 'after_report_id', removes: true },
  report_corrections: { changes: 'after_id', removes: true },
}

// The queue of a receiver runs one job at a time, in any process. A job that waits is brought forward, but not before the next
// try of a receiver that fails. A job that is due by then stays as it is, because each published report would run another one.
// Callers hold the lock of the lab. A running job takes it before it ends, so it reads the change of a caller that found it waiting.
export const ENQUEUE_RECEIVER = `
create or replace function enqueue_receiver(receiver bigint, at timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job('${RECEIVER_TASK}', json_build_object('id', receiver), run_at => greatest(at, i.next_try_at),
                                 queue_name => 'receiver-' || receiver, job_key => 'receiver-' || receiver)
    from public.integrations i
   where i.id = receiver
     and not exists (select from graphile_worker.jobs j
                      where j.key = 'receiver-' || receiver and j.locked_at is null and j.attempts < j.max_attempts
                        and j.run_at <= greatest(at, i.next_try_at))
$$`
