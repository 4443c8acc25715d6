import { z } from 'zod'
import type { Queryable } from '../platform/database/database.ts'

const foldedRow = z.object({ folded: z.string() })

/** The one spelling of an email under which the account is found: what the database makes of it, not JavaScript. */
export const foldEmail = async (db: Queryable, email: string): Promise<string> =>
  (await db.one(foldedRow, 'select lower($1) as folded', [email], { name: 'fold-email' })).folded
