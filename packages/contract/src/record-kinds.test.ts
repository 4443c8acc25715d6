import { describe, expect, it } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { contract } from './index.ts'
import { RECORD_KINDS } from './record-kinds.ts'

const { fhir: _, ...ofScreens } = contract
const endpoints = Object.entries(ofScreens).flatMap(([module, group]) =>
  Object.entries<Endpoint>(group).map(([name, endpoint]) => ({
    name: `${module}.${name}`,
    module,
    endpoint,
  })),
)
const KINDS: readonly string[] = RECORD_KINDS

const writes = endpoints.filter(({ endpoint: { method } }) => method !== 'GET')

/** The kind of the records that a read shows, and of none for a write. */
const kindOf = ({ module, endpoint: { method, shows } }: (typeof endpoints)[number]): string[] =>
  method === 'GET' ? [shows ?? module] : []

/** Writes that change nothing that a list or page of their module shows. */
const UNSEEN = [
  ...[
    'login',
    'logout',
    'forgotPassword',
    'resetPassword',
    'keepAlive',
    'confirmIdentity',
    'startSecondFactor',
  ].map((name) => `auth.${name}`),
  ...['passkeys.options', 'passkeys.login', 'passkeys.addOptions'],
  ...['oidc.getInvitation', 'oidc.secondStep', 'oidc.backchannelLogout', 'providers.reserve'],
  ...['patients.checkPhone', 'patients.findDuplicates', 'patients.previewMerge', 'search.records'],
  ...['reports.uploadFile', 'reports.deleteFile', 'reports.checkFile', 'reports.proposePatients'],
  ...['letterheads.previewLetterhead', 'letterheads.tryLetterhead', 'inbox.trySettings'],
  // A claim ends by itself.
  ...['inbox.claim', 'inbox.release'],
  ...['deliveries.receiveSmsReceipt', 'deliveries.handOverVisitLink'],
]

describe('an endpoint', () => {
  it.each(
    endpoints.filter(
      ({ endpoint: { method, response } }) => method === 'GET' && typeof response !== 'string',
    ),
  )('shows records of a kind that writes can name: $name', ({ module, endpoint: { shows = module } }) => {
    expect(KINDS).toContain(shows)
  })

  it.each(writes.filter(({ name }) => !UNSEEN.includes(name)))(
    'changes records that its module shows: $name',
    ({ module, endpoint: { changes = [] } }) => {
      const shown = endpoints.filter((other) => other.module === module).flatMap(kindOf)
      expect(changes.filter((kind) => shown.includes(kind))).not.toEqual([])
    },
  )

  it.each(writes.filter(({ name }) => UNSEEN.includes(name)))(
    'changes no record, or those of another module: $name',
    ({ endpoint: { changes } }) => {
      expect(['[]', '["activity"]']).toContain(JSON.stringify(changes))
    },
  )

  it.each(endpoints.filter(({ name }) => /[.](update|save)[A-Z]/.test(name)))(
    'changes the records of the read with its name: $name',
    ({ name, endpoint: { changes = [] } }) => {
      const subject = name.replace(/[.](update|save)/, '.get')
      const read = endpoints.find((other) => [subject, `${subject}s`].includes(other.name))
      if (read) expect(changes).toContain(kindOf(read)[0])
    },
  )

  it.each(endpoints)(
    'answers with its data alone, or with a required field beside it: $name',
    ({ endpoint }) => {
      if (typeof endpoint.response === 'string') return
      const { success: _success, message: _message, data: _data, ...others } = endpoint.response.shape
      const types = Object.values(others).map((field) => field._zod.def.type)
      expect(types.length === 0 || types.some((type) => type !== 'optional')).toBe(true)
    },
  )
})
