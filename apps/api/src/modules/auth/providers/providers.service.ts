import { randomUUID } from 'node:crypto'
import {
  PROVIDERS_MAX,
  VALIDATION,
  type contract,
  type HandlerResult,
  type Provider,
  type ProviderChanges,
  type ProviderFields,
  type ProviderSignIn,
} from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { AppError, conflict, invalidField, notFound, refusedField } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import {
  isForeignKeyViolation,
  isUniqueViolation,
  type Queryable,
} from '../../../platform/database/database.ts'
import { withChanges } from '../../settings/settings-updates.service.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { expectRecentIdentity } from '../accounts/identity-check.service.ts'
import { lockUserAdministration, type WaysIn } from '../accounts/ways-in.service.ts'
import { liftWithoutProvider } from './lab-sign-in.repository.ts'
import type { PasskeyChecks } from '../passkeys/passkey-checks.service.ts'
import { describeChanges } from './provider-changes.ts'
import { createProviderReservations } from './provider-reservations.service.ts'
import { ProviderFailure } from './guarded-fetch.ts'
import type { ProviderClient } from './provider-client.ts'
import { newKeyPair } from './provider-keys.ts'
import {
  countDependents,
  deactivateWithoutRole,
  findDependents,
  findLastSignIns,
  findLinkedUserIds,
} from './provider-links.repository.ts'
import { forgetProviderConfirmations } from './provider-sessions.repository.ts'
import {
  countProviders,
  deleteProvider,
  findListedProvider,
  findProvider,
  findProviders,
  insertProvider,
  lockProviders,
  nextProviderId,
  updateProvider,
  type ListedProvider,
  type StoredProvider,
} from './providers.repository.ts'

const SIGN_INS_LISTED = 20
const DEPENDENTS_LISTED = 100
/** An issuer for people of any organization: Entra ID writes it in one of these ways. */
const MULTI_TENANT = /\{tenantid\}|\/(common|organizations|consumers)(\/|$)/i
/** Every test opens an address. */
const TEST_LIMIT = { perAccount: 30, perAddress: 100, windowMinutes: 5 } as const

const refuse = (error: unknown): never => {
  if (isUniqueViolation(error, 'sign_in_providers_issuer_client_id_key'))
    throw conflict('PROVIDER_KNOWN', 'clientId')
  if (isUniqueViolation(error, 'sign_in_providers_pkey')) throw conflict('PROVIDER_KNOWN')
  if (isForeignKeyViolation(error)) throw invalidField('labId', VALIDATION.labRequired)
  throw error
}

/** OpenID Connect providers, for the Admin. */
export const createProviderService = ({
  database,
  encryption,
  rateLimiter,
  client,
  passkeys,
  waysIn,
}: Pick<Context, 'database' | 'encryption' | 'rateLimiter'> & {
  client: ProviderClient
  passkeys: Pick<PasskeyChecks, 'rpId'>
  waysIn: WaysIn
}) => {
  const limiter = rateLimiter('provider-test', TEST_LIMIT)

  const reservations = createProviderReservations({ database, encryption, client })

  const toProvider = ({
    labId,
    labName,
    sealedSecret,
    sealedKey: _,
    publicKey,
    ...row
  }: ListedProvider): Provider => ({
    ...row,
    lab: labId === null ? null : { id: labId, name: labName ?? '' },
    hasSecret: sealedSecret !== null,
    keySet: publicKey === null ? null : { keys: [publicKey as Record<string, unknown>] },
    redirectUri: client.redirectUri(row.id),
    logoutUri: client.logoutUri(row.id),
    postLogoutUri: client.postLogoutUri,
  })

  const find = async (db: Queryable, id: number): Promise<StoredProvider> => {
    const provider = await findProvider(db, id)
    if (!provider) throw notFound()
    return provider
  }

  const saved = async (tx: Queryable, id: number): Promise<Provider> => {
    const provider = await findListedProvider(tx, id)
    if (!provider) throw notFound()
    return toProvider(provider)
  }

  const record = (
    tx: Queryable,
    caller: Caller,
    { name, labId }: Pick<StoredProvider, 'name' | 'labId'>,
    what: string,
    more?: string,
  ) =>
    recordActivity(tx, caller, {
      action: 'provider.change',
      labId,
      summary: `${what} the sign-in provider ${name}${more === undefined ? '' : `: ${more}`}`,
    })

  /** Says the reason on the screen and in the activity log. */
  const explained = async <Result>(
    caller: Caller,
    provider: Pick<StoredProvider, 'name' | 'labId'>,
    work: Promise<Result>,
  ): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      const reason = `${error.message}.`
      await record(database, caller, provider, 'Could not use', reason)
      throw new AppError(
        'INVALID',
        error.code === 'PROVIDER_DOWN' ? 'PROVIDER_DOWN' : 'PROVIDER_CONFIGURATION',
        { field: error.isOfClient ? 'clientSecret' : 'issuer', message: reason },
      )
    }
  }

  const test = async (
    caller: Caller,
    provider: Pick<StoredProvider, 'name' | 'labId' | 'issuer'>,
    options: { hasKeyPair: boolean },
  ) => {
    await limiter.attempt({ account: String(caller.user.id) })
    if (MULTI_TENANT.test(provider.issuer)) throw refusedField('issuer', 'PROVIDER_MULTI_TENANT')
    return explained(caller, provider, client.test(provider.issuer, options))
  }

  /** The columns of a new secret or key pair; none if the present one stays. */
  const credentialsOf = async ({
    clientSecret,
    makesKeyPair,
  }: Pick<ProviderChanges, 'clientSecret' | 'makesKeyPair'>) => {
    if (clientSecret !== undefined && makesKeyPair)
      throw invalidField('clientSecret', VALIDATION.secretOrKeyPair)
    if (clientSecret !== undefined)
      return { sealedSecret: encryption.seal(clientSecret), sealedKey: null, publicKey: null }
    if (!makesKeyPair) return {}
    const { pem, publicKey } = await newKeyPair(randomUUID())
    return { sealedSecret: null, sealedKey: encryption.seal(pem), publicKey }
  }

  const refuseCreation = (
    labId: number | null | undefined,
    {
      createsAccounts,
      rolesClaim,
      roles,
      defaultRole,
    }: Pick<ProviderFields, 'createsAccounts' | 'roles' | 'rolesClaim' | 'defaultRole'>,
  ) => {
    if (defaultRole && !labId) throw invalidField('defaultRole', VALIDATION.defaultRoleForLab)
    const givesRoles = defaultRole || (rolesClaim && Object.keys(roles).length > 0)
    if (createsAccounts && !(labId && givesRoles))
      throw invalidField('createsAccounts', VALIDATION.createsForLab)
  }

  return {
    async list(): Promise<Provider[]> {
      return (await findProviders(database)).map(toProvider)
    },

    reserve: () => reservations.reserve(),

    async create(
      caller: Caller,
      { clientSecret, makesKeyPair, reservation, ...fields }: ProviderFields,
    ): Promise<Provider> {
      await expectRecentIdentity(database, caller)
      refuseCreation(fields.labId, fields)
      const credentials = await credentialsOf({ clientSecret, makesKeyPair })
      if (!('sealedSecret' in credentials)) throw invalidField('clientSecret', VALIDATION.secretOrKeyPair)
      const { name, issuer, labId = null } = fields
      await test(caller, { name, issuer, labId }, { hasKeyPair: makesKeyPair })
      return database
        .transaction(async (tx) => {
          await expectRecentIdentity(tx, caller)
          await lockProviders(tx)
          if ((await countProviders(tx)) >= PROVIDERS_MAX) throw conflict('PROVIDERS_FULL')
          const id = reservations.idOf(reservation) ?? (await nextProviderId(tx))
          await insertProvider(tx, { ...fields, ...credentials, id })
          await record(tx, caller, { name: fields.name, labId: fields.labId ?? null }, 'Added')
          return saved(tx, id)
        })
        .catch(refuse)
    },

    async update(
      caller: Caller,
      id: number,
      { clientSecret, makesKeyPair, updatedAt, ...fields }: ProviderChanges,
    ): Promise<Provider> {
      await expectRecentIdentity(database, caller)
      const before = await find(database, id)
      const credentials = await credentialsOf({ clientSecret, makesKeyPair })
      const { sealedKey } = withChanges(before, credentials)
      await test(caller, before, { hasKeyPair: sealedKey !== null })
      return database
        .transaction(async (tx) => {
          await expectRecentIdentity(tx, caller)
          await lockProviders(tx)
          const provider = await find(tx, id)
          refuseCreation(provider.labId, withChanges(provider, fields))
          if (!(await updateProvider(tx, { id, updatedAt }, { ...fields, ...credentials })))
            throw conflict('RECORD_CHANGED')
          const changes = describeChanges(provider, await find(tx, id))
          await record(tx, caller, provider, 'Changed', changes || 'nothing')
          return saved(tx, id)
        })
        .catch(refuse)
    },

    async test(caller: Caller, id: number): Promise<HandlerResult<typeof contract.providers.test>> {
      const provider = await find(database, id)
      const found = await test(caller, provider, { hasKeyPair: provider.sealedKey !== null })
      await explained(caller, provider, client.checkClient(provider))
      return found
    },

    async dependents(id: number): Promise<HandlerResult<typeof contract.providers.getDependents>> {
      await find(database, id)
      return {
        data: await findDependents(database, { providerId: id, rpId: passkeys.rpId }, DEPENDENTS_LISTED),
        total: await countDependents(database, { providerId: id, rpId: passkeys.rpId }),
      }
    },

    async signIns(id: number): Promise<ProviderSignIn[]> {
      await find(database, id)
      return findLastSignIns(database, id, SIGN_INS_LISTED)
    },

    async remove(caller: Caller, id: number): Promise<void> {
      await database.transaction(async (tx) => {
        await expectRecentIdentity(tx, caller)
        await lockUserAdministration(tx)
        await lockProviders(tx)
        const provider = await find(tx, id)
        const linked = await findLinkedUserIds(tx, id)
        const withoutRole = await deactivateWithoutRole(tx, id)
        await deleteProvider(tx, id)
        await forgetProviderConfirmations(tx, linked)
        const lifted = await liftWithoutProvider(tx)
        for (const userId of linked) await waysIn.keepWayIn(tx, userId, caller.requestId)
        await record(tx, caller, provider, 'Removed')
        for (const user of withoutRole)
          await recordActivity(tx, caller, {
            action: 'user.deactivate',
            object: { type: 'user', id: user.id },
            labId: provider.labId,
            summary: `Deactivated ${user.fullName}, who had no role at ${provider.name}`,
          })
        for (const labId of lifted)
          await recordActivity(tx, caller, {
            action: 'lab.sign-in',
            object: { type: 'lab', id: labId },
            labId,
            summary: 'Set sign-in to any way, because no provider is left',
          })
      })
    },
  }
}
export type ProviderService = ReturnType<typeof createProviderService>
