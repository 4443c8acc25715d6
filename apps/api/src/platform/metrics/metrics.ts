import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * Labels never identify a person or record: no ids, names, addresses or typed text, except the names of connected systems
 * and of sign-in providers.
 */
export interface Metrics {
  registry: Registry
  requests: Histogram<'method' | 'route' | 'status'>
  /** A plain number, because it changes twice per request. */
  inFlight: { requests: number }
  connectionWaits: Histogram
  storageOperations: Histogram<'operation' | 'outcome'>
  jobs: Counter<'task' | 'outcome'>
  mails: Counter<'outcome'>
  sms: Counter<'outcome'>
  sendings: Counter<'outcome'>
  signIns: Counter<'outcome'>
  providerRequests: Counter<'provider' | 'outcome'>
  uploads: Counter<'outcome'>
  arrivals: Counter<'source' | 'outcome'>
  virusScans: Histogram<'outcome'>
  listReads: Counter<'source'>
  lookups: Counter<'outcome'>
}

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60]
const WAIT_SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5]
const TRANSFER_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 15, 45, 120]

/** Series used in alerts start at zero, because `rate` needs a first value. */
const startAtZero = (metrics: Metrics): void => {
  metrics.jobs.inc({ outcome: 'failed' }, 0)
  for (const outcome of ['sent', 'failed']) metrics.mails.inc({ outcome }, 0)
  for (const outcome of ['accepted', 'refused', 'failed', 'unconfirmed']) metrics.sms.inc({ outcome }, 0)
  for (const outcome of ['accepted', 'failed', 'refused', 'superseded']) metrics.sendings.inc({ outcome }, 0)
  for (const outcome of ['succeeded', 'wrong_password', 'throttled', 'second_factor_wrong'])
    metrics.signIns.inc({ outcome }, 0)
  for (const outcome of ['answered', 'down']) metrics.providerRequests.inc({ outcome }, 0)
  for (const outcome of ['kept', 'VIRUS_FOUND', 'VIRUS_SCANNER_UNAVAILABLE', 'storage', 'unexpected'])
    metrics.uploads.inc({ outcome }, 0)
  for (const source of ['upload', 'folder', 'hl7'])
    for (const outcome of ['received', 'storage', 'database', 'unexpected'])
      metrics.arrivals.inc({ source, outcome }, 0)
}

/** A separate registry, so that tests can run several. */
export const createMetrics = (): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  const inFlight = { requests: 0 }
  new Gauge({
    name: 'zelab_http_requests_in_flight',
    help: 'Requests that are being answered now',
    registers,
    collect() {
      this.set(inFlight.requests)
    },
  })
  const metrics: Metrics = {
    registry,
    inFlight,
    requests: new Histogram({
      name: 'zelab_http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_SECONDS,
      registers,
    }),
    connectionWaits: new Histogram({
      name: 'zelab_database_connection_wait_seconds',
      help: 'Waiting for a database connection when none was free at once',
      buckets: WAIT_SECONDS,
      registers,
    }),
    storageOperations: new Histogram({
      name: 'zelab_storage_operation_duration_seconds',
      help: 'Operations of the file storage; put lasts as long as the upload',
      labelNames: ['operation', 'outcome'],
      buckets: TRANSFER_SECONDS,
      registers,
    }),
    jobs: new Counter({
      name: 'zelab_jobs_total',
      help: 'Jobs that this process ran; a failed one comes again',
      labelNames: ['task', 'outcome'],
      registers,
    }),
    mails: new Counter({
      name: 'zelab_mails_total',
      help: 'Mails given to the mail server',
      labelNames: ['outcome'],
      registers,
    }),
    sms: new Counter({
      name: 'zelab_sms_total',
      help: 'Messages given to the SMS gateway',
      labelNames: ['outcome'],
      registers,
    }),
    sendings: new Counter({
      name: 'zelab_integration_sendings_total',
      help: 'Changes of reports given to connected systems',
      labelNames: ['outcome'],
      registers,
    }),
    lookups: new Counter({
      name: 'zelab_verification_lookups_total',
      help: 'Look-ups of verification codes by anyone',
      labelNames: ['outcome'],
      registers,
    }),
    signIns: new Counter({
      name: 'zelab_sign_ins_total',
      help: 'Attempts to sign in',
      labelNames: ['outcome'],
      registers,
    }),
    providerRequests: new Counter({
      name: 'zelab_sign_in_provider_requests_total',
      help: 'Sign-in providers that answered, or were down',
      labelNames: ['provider', 'outcome'],
      registers,
    }),
    uploads: new Counter({
      name: 'zelab_uploads_total',
      help: 'Report files kept, or refused for a reason',
      labelNames: ['outcome'],
      registers,
    }),
    arrivals: new Counter({
      name: 'zelab_inbox_documents_total',
      help: 'Documents that came into an inbox, were there already, or were refused for a reason',
      labelNames: ['source', 'outcome'],
      registers,
    }),
    virusScans: new Histogram({
      name: 'zelab_virus_scan_duration_seconds',
      help: 'Uploads that the virus scanner was shown',
      labelNames: ['outcome'],
      buckets: TRANSFER_SECONDS,
      registers,
    }),
    listReads: new Counter({
      name: 'zelab_list_reads_total',
      help: 'Lists read from the replica or the primary; counted where there is a replica',
      labelNames: ['source'],
      registers,
    }),
  }
  startAtZero(metrics)
  return metrics
}

/** Once per process, because it watches the process as a whole. */
export const measureProcess = ({ registry }: Metrics): void => {
  collectDefaultMetrics({ register: registry })
}
