import type { InboxNotice } from '@zelab/contract'
import { AppError } from '../../../core/app-error.ts'
import type { Actor } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { StatedVisit } from '../../visits/stated-visit.ts'
import type { IdentityHints } from '../../inspection/inspection.ts'

export type Origin =
  | { labId: number; sourceId: number }
  | {
      labId: number
      upload: {
        userId: number
        key: string
      }
    }

/** A report file, or an order number whose report is withdrawn. */
export interface ArrivingDocument {
  fileName: string
  /** Undefined for a withdrawal. Read once, completely. */
  content: AsyncGenerator<Buffer> | undefined
  /** Patient details from the sender. A difference from the file or its name prevents green. */
  stated?: IdentityHints | undefined
  kind?: 'report' | 'amendment' | 'withdrawal' | undefined
  /** The sender's order number, which links an amendment or withdrawal to its report. */
  orderKey?: string | undefined
  title?: string | undefined
  /** Visit as described by the sender. */
  visit?: StatedVisit | undefined
  isPreliminary?: boolean | undefined
  isCritical?: boolean | undefined
  /** Notices for the person who publishes the item. */
  notices?: InboxNotice[] | undefined
}

/** `duplicate`: the sender made the same statement about this file before (`statements.ts`). */
export type ReceivedDocument = { itemId: number } | { duplicate: true }

export interface Intake {
  /**
   * Adds all documents or none, durably. Rejects with an `AppError` for refused files (`isFinalRefusal`), or with an
   * outage after which the call can be repeated.
   * @param inTransaction runs in the transaction that adds the items
   */
  receive(
    origin: Origin,
    documents: ArrivingDocument[],
    options?: {
      signal?: AbortSignal | undefined
      actor?: Actor | undefined
      inTransaction?: ((tx: Queryable) => Promise<void>) | undefined
    },
  ): Promise<ReceivedDocument[]>
}

const FINAL = ['INVALID', 'UNSUPPORTED_MEDIA', 'TOO_LARGE'] as const

export const isFinalRefusal = (error: unknown): error is AppError =>
  error instanceof AppError &&
  FINAL.some((kind) => kind === error.kind) &&
  error.code !== 'UPLOAD_INTERRUPTED'
