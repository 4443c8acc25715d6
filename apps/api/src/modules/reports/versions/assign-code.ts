import type { Queryable } from '../../../platform/database/database.ts'

/** Gives a version its verification code, in the transaction that publishes it. */
export type AssignCode = (tx: Queryable, version: { reportId: number; version: number }) => Promise<void>
