import { z } from 'zod'
import { inboxMessages, inboxSources } from '../../../core/tables.gen.ts'
import { columnsOf, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

const sourceRow = z.object(pick(inboxSources, 'id labId addresses charset'))
export type Hl7Source = RowOf<typeof sourceRow>

export const findSourceByCertificate = (db: Queryable, certificate: string): Promise<Hl7Source | undefined> =>
  db.maybeOne(
    sourceRow,
    `select ${columnsOf(sourceRow)}
       from inbox_sources
      where certificate = $1 and kind = 'hl7' and is_on and removed_at is null`,
    [certificate],
    { name: 'find-hl7-source' },
  )

export interface MessageKey {
  sourceId: number
  sendingApplication: string
  sendingFacility: string
  controlId: string
  sha256: Buffer
}

const paramsOf = (key: MessageKey) => [
  key.sourceId,
  key.sendingApplication,
  key.sendingFacility,
  key.controlId,
  key.sha256,
]

const answerRow = z.object({ answer: inboxMessages.answer, answerText: inboxMessages.answerText })
export type StoredAnswer = RowOf<typeof answerRow>

export const findAnswer = (db: Queryable, key: MessageKey): Promise<StoredAnswer | undefined> =>
  db.maybeOne(
    answerRow,
    `select ${columnsOf(answerRow)}
       from inbox_messages
      where source_id = $1 and sending_application = $2 and sending_facility = $3 and control_id = $4 and sha256 = $5`,
    paramsOf(key),
    { name: 'find-hl7-answer' },
  )

/** Returns false if the message has an answer. Waits for concurrent transactions that store one. */
export const insertAnswer = async (
  db: Queryable,
  key: MessageKey,
  { answer, answerText }: StoredAnswer,
): Promise<boolean> =>
  (await db.execute(
    `insert into inbox_messages
       (source_id, sending_application, sending_facility, control_id, sha256, answer, answer_text)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict do nothing`,
    [...paramsOf(key), answer, answerText],
    { name: 'insert-hl7-answer' },
  )) > 0

const BATCH = 10_000

export const removeAnswersBefore = (db: Queryable, before: Date): Promise<number> =>
  db.execute(
    `delete from inbox_messages
      where ctid in (select ctid from inbox_messages where received_at < $1 order by received_at limit ${BATCH})`,
    [before],
  )
