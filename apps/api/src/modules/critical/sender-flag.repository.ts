import type { Queryable } from '../../platform/database/database.ts'
import { idRow } from '../../platform/database/row-schema.ts'
import { ofSubject, type Subject } from './critical-results.repository.ts'

/** Flags by mistake do not count. */
export const hasBeenFlagged = (tx: Queryable, subject: Subject): Promise<boolean> => {
  const { condition, id } = ofSubject(subject)
  return tx.exists(
    `select 1 from critical_results c where ${condition} and c.closing is distinct from 'mistaken'`,
    [id],
  )
}

/** Locks the report. Undefined when it was withdrawn or discarded. */
export const lockAuthor = async (tx: Queryable, subject: Subject): Promise<number | undefined> => {
  const { id } = ofSubject(subject)
  const text =
    'reportId' in subject
      ? 'select uploaded_by as id from reports where id = $1 and withdrawn_at is null for update'
      : "select author_id as id from unreleased_reports where id = $1 and state in ('awaiting', 'returned') for update"
  return (await tx.maybeOne(idRow, text, [id]))?.id
}
