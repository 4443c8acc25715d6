import type { DeliveryContextReader } from '../sending/delivery-context.ts'
import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { hashSecretToken, newSecretToken } from '../../../platform/encryption.ts'
import { recordVisit, type AnonymousCaller } from '../../activity/activity.service.ts'
import { insertDeliveryEvent } from '../deliveries.repository.ts'
import { LINK_TOKEN } from './link-token.ts'
import { deleteSession, insertSession, touchSession } from './link-sessions.repository.ts'
import { stateOf, type Visit } from './link-state.ts'
import {
  countWrongTry,
  findLink,
  lockLink,
  noteOpening,
  type Link,
  type LinkKey,
} from './links.repository.ts'
import { LINK_TRIES, LINK_TRY_LIMIT } from './link-limits.ts'

export interface LinkVisitor extends AnonymousCaller {
  linkToken: string
  session?: string | undefined
  device?: string | undefined
  /** The report that is visited with the link to a visit. */
  document?: { slipId: number; reportId: number } | undefined
}

export const LINK_TRY_LIMIT_NAME = 'link-tries'

export type Identification =
  | { outcome: 'identified'; link: Link; session: string; device: string | undefined }
  | { outcome: 'wrong' | 'refused'; visit: Visit }

export const hashOf = (token: string | undefined): Buffer | undefined =>
  token === undefined ? undefined : hashSecretToken(token)

const keyOf = ({ document, linkToken }: LinkVisitor): LinkKey =>
  document ?? { tokenHash: hashSecretToken(linkToken) }

const findVisit = async (db: Queryable, visitor: LinkVisitor, today: string): Promise<Visit | undefined> => {
  if (!LINK_TOKEN.test(visitor.linkToken)) return undefined
  const link = await findLink(db, {
    ...keyOf(visitor),
    sessionHash: hashOf(visitor.session) ?? null,
    today,
  })
  return link && { state: stateOf(link, hashOf(visitor.device)), link }
}

export const lockVisit = async (
  tx: Queryable,
  visitor: LinkVisitor,
  today: string,
): Promise<Visit | undefined> => {
  await lockLink(tx, keyOf(visitor))
  return findVisit(tx, visitor, today)
}

export const openerOf = ({ delegateId }: Link): string =>
  delegateId === null ? 'The patient' : `Delegate #${delegateId}`

/** @param deviceHash of the first device, or null after a code */
export const recordOpening = async (
  tx: Queryable,
  visitor: LinkVisitor,
  link: Link,
  deviceHash: Buffer | null,
): Promise<void> => {
  await noteOpening(tx, { linkId: link.id, version: link.version, deviceHash })
  await insertDeliveryEvent(tx, link.deliveryId, { kind: 'opened', detail: String(link.version) })
  await recordVisit(tx, visitor, {
    action: 'delivery.open',
    object: { type: 'report', id: link.reportId },
    labId: link.labId,
    summary: `${openerOf(link)} opened report #${link.reportId}, version ${link.version}, by the link of delivery #${link.deliveryId}`,
  })
}

const consequenceOf = (wrongTries: number) =>
  wrongTries >= LINK_TRIES.untilEnd
    ? ({ kind: 'revoked', detail: 'wrong-tries' } as const)
    : wrongTries === LINK_TRIES.untilLock
      ? ({ kind: 'locked', detail: String(wrongTries) } as const)
      : ({ kind: 'wrong-tries', detail: String(wrongTries) } as const)

export const createLinkAccessService = ({
  rateLimiter,
  database,
  deliveryContext: { today },
}: Pick<Context, 'database' | 'rateLimiter'> & {
  deliveryContext: DeliveryContextReader
}) => {
  const tryLimiter = rateLimiter(LINK_TRY_LIMIT_NAME, LINK_TRY_LIMIT)
  const refuse = (tx: Queryable, visitor: LinkVisitor, link: Link, what: string) =>
    recordVisit(tx, visitor, {
      action: 'delivery.refuse',
      object: { type: 'report', id: link.reportId },
      labId: link.labId,
      summary: `Refused a date of birth on the link of delivery #${link.deliveryId}: ${what}`,
    })

  const countWrong = async (tx: Queryable, visitor: LinkVisitor, link: Link) => {
    await countWrongTry(tx, link.id)
    const event = consequenceOf(link.wrongTries + 1)
    await insertDeliveryEvent(tx, link.deliveryId, event)
    await refuse(tx, visitor, link, `wrong date ${link.wrongTries + 1} (${event.kind})`)
  }

  const open = async (tx: Queryable, visitor: LinkVisitor, link: Link): Promise<Identification> => {
    const session = newSecretToken()
    await insertSession(tx, { tokenHash: hashSecretToken(session), linkId: link.id })
    // Generated here, so that a visitor cannot choose the device token.
    const device = link.deviceHash === null && !link.isSensitive ? newSecretToken() : undefined
    const deviceHash = hashOf(device ?? visitor.device)
    const known = device ? { ...link, deviceHash: deviceHash ?? null } : link
    const state = stateOf({ ...known, hasSession: true, hasCode: false }, deviceHash)
    if (state === 'open' && deviceHash) await recordOpening(tx, visitor, link, deviceHash)
    return { outcome: 'identified', link, session, device: state === 'open' ? device : undefined }
  }

  return {
    find: async (visitor: LinkVisitor): Promise<Visit | undefined> =>
      findVisit(database, visitor, await today()),

    /**
     * Compares a date of birth with the patient's record. A locked link skips the comparison, so that neither answer
     * nor timing depends on the date.
     * @returns undefined for an unknown link
     */
    async identify(visitor: LinkVisitor, date: string): Promise<Identification | undefined> {
      await tryLimiter.attempt({ address: visitor.address })
      const day = await today()
      const result = await database.transaction(async (tx): Promise<Identification | undefined> => {
        const visit = await lockVisit(tx, { ...visitor, session: undefined }, day)
        if (!visit) return undefined
        const { link, state } = visit
        if (state !== 'unidentified') {
          await refuse(tx, visitor, link, state)
          return { outcome: 'refused', visit }
        }
        if (link.dateOfBirth === date) return open(tx, visitor, link)
        await countWrong(tx, visitor, link)
        const after = await findVisit(tx, { ...visitor, session: undefined }, day)
        return after && { outcome: 'wrong', visit: after }
      })
      if (result?.outcome === 'identified') await tryLimiter.succeed({ address: visitor.address })
      return result
    },

    async touch(visitor: LinkVisitor): Promise<void> {
      if (visitor.session) await touchSession(database, hashSecretToken(visitor.session))
    },

    async close(visitor: LinkVisitor): Promise<void> {
      if (visitor.session) await deleteSession(database, hashSecretToken(visitor.session))
    },
  }
}
