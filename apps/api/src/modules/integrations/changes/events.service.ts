import { VALIDATION } from '@zelab/contract'
import { invalidField } from '../../../core/app-error.ts'
import type { ClientCaller } from '../../../core/caller.ts'
import type { Context } from '../../../core/context.ts'
import type { ActivityService } from '../../activity/activity.service.ts'
import { changeBody } from './change-body.ts'
import { findEvents } from './events.repository.ts'

const CURSOR = /^\d{1,15}$/
const cursorOf = (sequence: number): string => Buffer.from(String(sequence)).toString('base64url')

const sequenceOf = (cursor: string): number => {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const sequence = Number(text)
  if (!CURSOR.test(text) || cursorOf(sequence) !== cursor) throw invalidField('after', VALIDATION.invalid)
  return sequence
}

/** Changes of reports for clients that cannot receive. */
export const createEventService = ({
  database,
  publicUrl,
  activity,
}: Pick<Context, 'database' | 'publicUrl'> & { activity: Pick<ActivityService, 'recordClientSearch'> }) => ({
  async list(client: ClientCaller, { after, limit }: { after?: string | undefined; limit: number }) {
    const from = after === undefined ? 0 : sequenceOf(after)
    const { events, last = from } = await findEvents(client, database, { after: from, limit })
    if (events.length > 0)
      activity.recordClientSearch(client, { what: 'Read changes of reports', rows: events.length })
    return {
      events: events.map(({ id, ...change }) => ({ id, ...changeBody(publicUrl, change) })),
      next: cursorOf(last),
    }
  },
})
export type EventService = ReturnType<typeof createEventService>
