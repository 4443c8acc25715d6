import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { API_BASE } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { tablesWrittenBy } from './table-owners.ts'

/** Writes of one transaction; a statement outside a transaction counts as one. */
interface Written {
  tables: Set<string>
  hasEntry: boolean
}

const createWatch = () => ({
  requests: new AsyncLocalStorage<Written[]>(),
  open: new WeakMap<pg.Client, Written>(),
  recorded: new Set<string>(),
  problems: new Set<string>(),
})
const shared = globalThis as { recordedWrites?: ReturnType<typeof createWatch> }
const isObserved = shared.recordedWrites !== undefined
// `vi.resetModules` imports this module again, while the driver stays the same.
const { requests, open, recorded, problems } = (shared.recordedWrites ??= createWatch())

/** Records the tables that a statement writes; the returned function receives the number of rows. */
const observe = (client: pg.Client, text: string): ((rows: number) => void) | undefined => {
  const request = requests.getStore()
  if (!request) return undefined
  if (/^\s*begin\b/i.test(text)) open.set(client, { tables: new Set(), hasEntry: false })
  const transaction = open.get(client)
  if (/^\s*(commit|rollback)\b/i.test(text)) {
    open.delete(client)
    if (transaction && /^\s*commit/i.test(text)) request.push(transaction)
    return undefined
  }
  const tables = tablesWrittenBy(text)
  if (tables.length === 0) return undefined
  const written = transaction ?? { tables: new Set(), hasEntry: false }
  if (!transaction) request.push(written)
  return (rows) => {
    if (rows === 0) return
    for (const table of tables)
      if (table === 'activity_log') written.hasEntry = true
      else written.tables.add(table)
  }
}

interface Sent {
  rowCount?: number | null
}
type Callback = (error: Error | null, result: Sent) => void
type Send = (...parameters: unknown[]) => Promise<Sent> | undefined

// All overloads of `query` have these parameters.
const prototype = pg.Client.prototype as unknown as { query: Send }
if (!isObserved) {
  // A waiting statement would otherwise be sent in the context of the request that frees its connection.
  const pool = pg.Pool.prototype as unknown as { connect: (callback?: () => void) => unknown }
  const { connect } = pool
  pool.connect = function (this: pg.Pool, callback) {
    return connect.call(this, callback && AsyncResource.bind(callback))
  }
  const { query: send } = prototype
  prototype.query = function (this: pg.Client, ...parameters: unknown[]) {
    const [query] = parameters
    const text = typeof query === 'string' ? query : (query as { text?: unknown } | undefined)?.text
    const noteRows = typeof text === 'string' ? observe(this, text) : undefined
    if (!noteRows) return send.apply(this, parameters)
    const last = parameters.at(-1)
    if (typeof last === 'function') {
      const callback: Callback = (error, result) => {
        if (!error) noteRows(result.rowCount ?? 0)
        ;(last as Callback)(error, result)
      }
      return send.apply(this, [...parameters.slice(0, -1), callback])
    }
    return send.apply(this, parameters)?.then((result) => {
      noteRows(result.rowCount ?? 0)
      return result
    })
  }
}

const MAIL_CODE = 'A code is used up before the change that it confirms.'
const PATIENT = 'What patients do with a link is in `delivery_events` and `link_sessions`.'
const COMPARED = 'The comparison with patients follows, or precedes, the recorded change.'
const TOKEN = 'Lasts five minutes; each read with it is an entry.'
const CHALLENGE =
  'A challenge is answered, and its passkey marked as used, before the change that they confirm.'
const PROVIDER_PROOF = 'A proof by a provider is used up before the change that it confirms.'
const PROVIDER_USE = 'The last use is noted after the sign-in, which is recorded.'
const IMPORT = 'The job of the import records what was registered, and for whom.'

/** Changes without a log entry: of a table, or of a table by one endpoint. */
const UNRECORDED: Readonly<Record<string, string>> = {
  rate_limits: 'Counts attempts.',
  settings_updates: 'Accompanies a change of settings.',
  orphaned_uploads: 'Names of files that are about to be stored or removed.',
  verification_lookups: 'Is the record of look-ups, written a moment later.',
  recovery_codes: MAIL_CODE,
  integration_assertions: TOKEN,
  integration_tokens: TOKEN,
  passkey_challenges: CHALLENGE,
  passkeys: CHALLENGE,
  sign_in_links: 'A link is used up before the sign-in that it is for.',
  provider_logouts: 'A logout token is used up; the sessions that it ends are recorded.',
  provider_requests: 'The answer of a provider is used up before the sign-in that it is for.',
  link_sessions: PATIENT,
  link_codes: PATIENT,
  'POST /auth/keep-alive sessions': 'Prolongs a session.',
  'POST /auth/user/login users': MAIL_CODE,
  'POST /auth/second-factor/recovery-codes users': MAIL_CODE,
  'POST /auth/second-factor/remove users': MAIL_CODE,
  'POST /auth/passkey/addOptions users': MAIL_CODE,
  'POST /auth/passkey/remove/:id users': MAIL_CODE,
  'POST /auth/confirm-identity sessions': PROVIDER_PROOF,
  'PUT /auth/password sessions': PROVIDER_PROOF,
  'POST /auth/passkey/addOptions sessions': PROVIDER_PROOF,
  'POST /auth/passkey/remove/:id sessions': PROVIDER_PROOF,
  'POST /auth/second-factor/start sessions': PROVIDER_PROOF,
  'POST /auth/second-factor/remove sessions': PROVIDER_PROOF,
  'POST /auth/second-factor/recovery-codes sessions': PROVIDER_PROOF,
  'POST /auth/oidc/:id/unlink sessions': PROVIDER_PROOF,
  'POST /user/resetSecondFactor/:id sessions': PROVIDER_PROOF,
  'PUT /user/update/:id sessions': PROVIDER_PROOF,
  'POST /auth/oidc/second-step provider_links': PROVIDER_USE,
  'POST /auth/oidc/second-step sign_in_providers': PROVIDER_USE,
  'POST /auth/oidc/second-step users': MAIL_CODE,
  'POST /auth/second-factor/start users': 'Has no effect before it is confirmed.',
  'POST /delivery/receipt deliveries': 'Receipts of the SMS gateway are in `delivery_events`.',
  'POST /delivery/receipt delivery_events': 'Is the record of deliveries.',
  'POST /inbox/claim/:id inbox_items': 'Ends after five minutes.',
  'POST /inbox/release/:id inbox_items': 'Ends a claim.',
  'POST /inbox/publishMatched inbox_items': COMPARED,
  'POST /inbox/restore/:id inbox_items': COMPARED,
  'POST /patient/import/:id/confirm patient_imports': IMPORT,
  'POST /patient/import/:id/confirm patient_import_rows': IMPORT,
  'PUT /user/preferences user_preferences': 'How a person wants to see the screens.',
}

/** Endpoints that change data without a log entry in the same transaction. */
export const WITHOUT_ENTRY: Readonly<Record<string, string>> = {
  'POST /auth/forgot-password': 'The job that sends the link records it.',
  'POST /auth/keep-alive': 'Prolongs a session.',
  'PUT /user/preferences': 'How a person wants to see the screens.',
  'POST /patient/import/:id/confirm': IMPORT,
  'POST /auth/passkey/options': CHALLENGE,
  'POST /fhir/token': TOKEN,
  'POST /inbox/claim/:id': 'Ends after five minutes.',
  'POST /inbox/release/:id': 'Ends a claim.',
}

/** Checks that changes of successful requests have a log entry in the same transaction. */
export const watchWrites = (app: FastifyInstance): void => {
  const written = new WeakMap<object, Written[]>()
  app.addHook('preHandler', (request, _, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') return done()
    const transactions: Written[] = []
    written.set(request.raw, transactions)
    requests.run(transactions, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const method = request.method === 'PATCH' ? 'PUT' : request.method
    const name = `${method} ${request.routeOptions.url?.replace(API_BASE, '') ?? ''}`
    const transactions = reply.statusCode < 400 ? (written.get(request.raw) ?? []) : []
    for (const { tables, hasEntry } of transactions) {
      if (hasEntry) recorded.add(name)
      else
        for (const table of tables)
          if (!(table in UNRECORDED || `${name} ${table}` in UNRECORDED))
            problems.add(`${name} changes ${table} without an entry of the activity log in its transaction`)
    }
    done()
  })
}

const take = (texts: Set<string>): string[] => {
  const taken = [...texts]
  texts.clear()
  return taken
}
export const takeRecordedWrites = () => ({ endpoints: take(recorded), problems: take(problems) })
