import type { Database } from '../platform/database/database.ts'

/** Tries a statement as the application's role, and takes it back: fails with "accepted" if the role may do it. */
export const tryAsApplication = (database: Database, text: string, values: unknown[] = []): Promise<never> =>
  database.transaction(async (tx) => {
    await tx.execute('set local role zelab_application')
    await tx.execute(text, values)
    await tx.execute('set constraints all immediate')
    throw new Error('accepted')
  })
