import { randomUUID } from 'node:crypto'
import type { ChangeType, ReportSending } from '@zelab/contract'
import { conflict, notFound } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { enqueueReceiver, findReceiver, lockChangesOfLab, resetWaits } from './receivers.repository.ts'
import type { SenderService } from './sender.service.ts'
import {
  findReportOfSending,
  findSendingsOfReport,
  insertAgain,
  lockRefused,
  settleSending,
  type RefusedSending,
} from './sendings.repository.ts'

const TESTS = { perAccount: 10, perAddress: 100, windowMinutes: 10 }

/** Sendings for users: list, resend, test. */
export const createSendingsService = ({
  database,
  clock,
  rateLimiter,
  reports,
  sender,
}: Pick<Context, 'database' | 'clock' | 'rateLimiter'> & {
  reports: { find: (caller: Caller, id: number) => Promise<unknown> }
  sender: Pick<SenderService, 'sendTest'>
}) => {
  const tests = rateLimiter('integration-test', TESTS)

  const decide = async (
    caller: Caller,
    id: number,
    work: (tx: Queryable, sending: RefusedSending) => Promise<void>,
  ): Promise<void> => {
    const found = await findReportOfSending(database, id)
    if (!found) throw notFound()
    await reports.find(caller, found.reportId)
    await database.transaction(async (tx) => {
      await lockChangesOfLab(tx, found.labId)
      const sending = await lockRefused(tx, id)
      if (!sending) throw notFound()
      await work(tx, sending)
    })
  }

  return {
    async listOfReport(caller: Caller, reportId: number): Promise<ReportSending[]> {
      await reports.find(caller, reportId)
      const rows = await findSendingsOfReport(database, reportId)
      return rows.map(({ receiverId, receiverName, receiverKind, type, ...row }) => ({
        ...row,
        type: type as ChangeType,
        receiver: { id: receiverId, name: receiverName, kind: receiverKind },
      }))
    },

    resend: (caller: Caller, id: number): Promise<void> =>
      decide(caller, id, async (tx, sending) => {
        if (!sending.mayResend) throw conflict('SENDING_NOT_REFUSED')
        const { reportId, receiverId, receiverName, labId } = sending
        await insertAgain(tx, { id, ...sending })
        await enqueueReceiver(tx, receiverId, clock.now())
        await recordActivity(tx, caller, {
          action: 'integration.change',
          object: { type: 'report', id: reportId },
          labId,
          summary: `Queued report #${reportId}, which ${receiverName} had refused, again`,
        })
      }),

    settle: (caller: Caller, id: number): Promise<void> =>
      decide(caller, id, async (tx, sending) => {
        if (!sending.maySettle) throw conflict('SENDING_NOT_REFUSED')
        const { reportId, receiverId, receiverName, labId } = sending
        await settleSending(tx, { id, receiverId, reportId, answer: `Confirmed by ${caller.user.fullName}` })
        await recordActivity(tx, caller, {
          action: 'integration.change',
          object: { type: 'report', id: reportId },
          labId,
          summary: `Confirmed that ${receiverName} no longer shows report #${reportId}`,
        })
      }),

    /** For Admins, who see every lab. */
    async test(caller: Caller, id: number): Promise<{ isAccepted: boolean; answer: string }> {
      const receiver = await findReceiver(database, id)
      if (!receiver) throw notFound('INTEGRATION_NOT_FOUND')
      if (receiver.state === 'ended') throw conflict('INTEGRATION_ENDED')
      await tests.attempt({ account: String(id), address: caller.address })
      const { kind, answer } = await sender.sendTest(receiver, randomUUID())
      await database.transaction(async (tx) => {
        if (kind === 'accepted' && receiver.state === 'active') {
          await lockChangesOfLab(tx, receiver.labId)
          await resetWaits(tx, id, clock.now())
        }
        await recordActivity(tx, caller, {
          action: 'integration.change',
          object: { type: 'integration', id },
          labId: receiver.labId,
          summary: `Sent a test to ${receiver.name}`,
        })
      })
      return { isAccepted: kind === 'accepted', answer }
    },
  }
}
export type SendingsService = ReturnType<typeof createSendingsService>
