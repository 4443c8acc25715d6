import { VALIDATION } from '@zelab/contract'
import { invalidField } from '../../../core/app-error.ts'
import type { ClientCaller } from '../../../core/caller.ts'
import type { Context } from '../../../core/context.ts'
import { openInAddress, type Encryption } from '../../../platform/encryption.ts'
import type { ActivityService } from '../../activity/activity.service.ts'
import { changeBody } from './change-body.ts'
import { findEvents } from './events.repository.ts'

const SEQUENCE_DIGITS = 16

/** Encrypted and of one length: the sequence is that of all labs, and would show how active they are. */
const createPositions = (encryption: Pick<Encryption, 'seal' | 'open'>) => ({
  write: ({ labId }: ClientCaller, sequence: number): string =>
    encryption.seal(`feed ${labId} ${String(sequence).padStart(SEQUENCE_DIGITS, '0')}`).toString('base64url'),
  read({ labId }: ClientCaller, position: string): number {
    const [, lab, sequence] = /^feed (\d+) (\d{16})$/.exec(openInAddress(encryption, position) ?? '') ?? []
    if (Number(lab) === labId) return Number(sequence)
    throw invalidField('after', VALIDATION.invalid)
  },
})

/** Changes of reports for clients that cannot receive. */
export const createEventService = ({
  database,
  publicUrl,
  encryption,
  activity,
}: Pick<Context, 'database' | 'publicUrl' | 'encryption'> & {
  activity: Pick<ActivityService, 'recordClientSearch'>
}) => {
  const positions = createPositions(encryption)
  return {
    async list(client: ClientCaller, { after, limit }: { after?: string | undefined; limit: number }) {
      const from = after === undefined ? 0 : positions.read(client, after)
      const { events, last = from } = await findEvents(client, database, { after: from, limit })
      if (events.length > 0)
        activity.recordClientSearch(client, { what: 'Read changes of reports', rows: events.length })
      return {
        events: events.map(({ id, ...change }) => ({ id, ...changeBody(publicUrl, change) })),
        // Unchanged at the end, so that clients see that they have everything.
        next: after !== undefined && last === from ? after : positions.write(client, last),
      }
    },
  }
}
export type EventService = ReturnType<typeof createEventService>
