import type { StaffMember } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { callerCan, type Caller } from '../../../core/caller.ts'
import { lockItem } from '../items/inbox-items.repository.ts'
import type { RematchingService } from '../matching/rematching.service.ts'
import { updateSourceProblem } from '../sources/sources.repository.ts'
import { findPublisher } from './inbox-publishing.repository.ts'
import type { InboxPublishingService } from './inbox-publishing.service.ts'

/** The service acts for a user without a session. */
const callerFor = (user: StaffMember): Caller => ({
  user,
  session: {
    id: 0,
    way: 'password',
    idleMinutes: 0,
    expiresAt: new Date(0).toISOString(),
    hasAuthenticator: false,
    isSecondFactorOn: false,
    isSecondFactorRequired: false,
    hasPasskey: false,
    passkeysFrom: null,
    isPasskeyRequired: false,
  },
  address: '',
  requestId: '',
})

/** Publishes green items of sources that allow it. Users review them afterwards. */
export const createAutomaticPublishing = ({
  database,
  rematching,
  inboxPublishing,
}: Pick<Context, 'database'> & {
  rematching: RematchingService
  inboxPublishing: Pick<InboxPublishingService, 'publishGreen'>
}) => ({
  async run({ itemId }: { itemId: number }): Promise<void> {
    const matched = await rematching.rematch(itemId)
    if (matched?.match !== 'green' || matched.patientId === null) return
    const { patientId } = matched
    await database.transaction(async (tx) => {
      const item = await lockItem({ everyLab: true }, tx, itemId)
      // An item opened by a user is left to that user, and one that awaits release to its releaser.
      if (item?.state !== 'open' || item.claimedBy !== null || item.awaitsRelease) return
      const { title, reportTypeId } = item
      const publisher = await findPublisher(tx, itemId)
      if (!publisher || title === null || reportTypeId === null) return
      const caller = callerFor(publisher)
      const isSuitable =
        publisher.status === 'active' &&
        publisher.lab?.id === item.labId &&
        callerCan(caller, 'reports:publish')
      await updateSourceProblem(tx, item.sourceId ?? 0, isSuitable ? null : 'publisher-unsuitable')
      if (!isSuitable) return
      await inboxPublishing.publishGreen(tx, { caller, actor: 'system' }, item, matched, {
        patientId,
        title,
        reportTypeId,
      })
    })
  },
})
