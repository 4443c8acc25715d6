import { AppError } from '../../../core/app-error.ts'
import type { Actor } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { IdentityHints } from '../../inspection/inspection.ts'

/** Where documents come from: a source of a lab, or a person of the lab (or the Admin) who uploads them. */
export type Origin =
  | { labId: number; sourceId: number }
  | {
      labId: number
      upload: {
        userId: number
        /** The same key adds nothing twice. */
        key: string
      }
    }

/** What a source hands over: a report file, or an order number whose report is withdrawn. */
export interface ArrivingDocument {
  fileName: string
  /** Undefined for a withdrawal. Read once, as a whole. */
  content: AsyncGenerator<Buffer> | undefined
  /** What the sender says about the patient. The file and its name are read as well; any difference prevents green. */
  stated?: IdentityHints | undefined
  /** Default `report`. */
  kind?: 'report' | 'amendment' | 'withdrawal' | undefined
  /** The sender's number of the order: the report that an amendment or withdrawal is about came under the same one. */
  orderKey?: string | undefined
  /** As the sender calls it; the lab's rules come first. */
  title?: string | undefined
  /** Preliminary results. */
  isPreliminary?: boolean | undefined
}

/** `duplicate`: the sender said this of this file before (`statements.ts`). Nothing was added. */
export type ReceivedDocument = { itemId: number } | { duplicate: true }

export interface Intake {
  /**
   * Puts documents into the inbox, all or none. Durable once resolved. Rejects with an `AppError` that refuses a file for
   * good (`isFinalRefusal`), or with an outage after which the same documents can be handed over again.
   * @param inTransaction runs in the transaction that adds the items
   */
  receive(
    origin: Origin,
    documents: ArrivingDocument[],
    options?: {
      signal?: AbortSignal | undefined
      /** Who is recorded; the service itself by default. */
      actor?: Actor | undefined
      inTransaction?: ((tx: Queryable) => Promise<void>) | undefined
    },
  ): Promise<ReceivedDocument[]>
}

const FINAL = ['INVALID', 'UNSUPPORTED_MEDIA', 'TOO_LARGE'] as const

/** Whether the file itself was refused, so that handing it over again is pointless. */
export const isFinalRefusal = (error: unknown): error is AppError =>
  error instanceof AppError &&
  FINAL.some((kind) => kind === error.kind) &&
  error.code !== 'UPLOAD_INTERRUPTED'
