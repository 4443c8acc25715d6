import type { Queryable } from '../platform/database/database.ts'

/** The one spelling of an email under which the account is found: what the database makes of it, not JavaScript. */
export const foldEmail = async (db: Queryable, email: string): Promise<string> =>
  (await db.one<{ folded: string }>('select lower($1) as folded', [email], { name: 'fold-email' })).folded
