import type { HeldKind, HeldSending } from '@zelab/contract'
import { conflict } from '../../core/app-error.ts'
import type { Caller } from '../../core/caller.ts'
import type { Context } from '../../core/context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { recordActivity } from '../activity/activity.service.ts'
import type { RestoredMessages } from '../deliveries/sending/holds.ts'
import {
  deleteHeldSending,
  findHeldSendings,
  isHeld,
  lockHeldSending,
  queueHeldJobs,
} from './held-sendings.repository.ts'

const NAMES: Readonly<Record<HeldKind, string>> = {
  'patient-messages': 'messages to patients',
  'account-mails': 'emails about accounts',
  'staff-notices': 'notices to staff',
}

/** Sendings that a restored installation holds until an Admin decides. */
export const createHeldSendingService = ({
  database,
  restoredMessages,
}: Pick<Context, 'database'> & { restoredMessages: RestoredMessages }) => {
  const send = async (tx: Queryable, kind: HeldKind) => {
    await queueHeldJobs(tx, kind)
    if (kind === 'patient-messages') await restoredMessages.send(tx)
  }
  const discard = async (tx: Queryable, kind: HeldKind) => {
    if (kind === 'patient-messages') await restoredMessages.discard(tx)
  }

  return {
    list: (): Promise<HeldSending[]> => findHeldSendings(database),

    isHeld: (kind: HeldKind): Promise<boolean> => isHeld(database, kind),

    async decide(
      caller: Caller,
      { kind, choice }: { kind: HeldKind; choice: 'send' | 'discard' },
    ): Promise<HeldSending[]> {
      await database.transaction(async (tx) => {
        const waiting = await lockHeldSending(tx, kind)
        if (waiting === undefined) throw conflict('RECORD_CHANGED')
        await (choice === 'send' ? send : discard)(tx, kind)
        await deleteHeldSending(tx, kind)
        await recordActivity(tx, caller, {
          action: 'settings.update',
          summary: `${choice === 'send' ? 'Sent' : 'Discarded'} ${waiting} ${NAMES[kind]} that were held after a restore`,
        })
      })
      return findHeldSendings(database)
    },
  }
}
