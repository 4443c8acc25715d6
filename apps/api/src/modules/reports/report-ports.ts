import type { Caller } from '../../core/caller.ts'
import type { Queryable } from '../../platform/database/database.ts'

/** Implemented by later modules. */
export interface ReportPorts {
  /** Runs in the publishing transaction. */
  assignCode: (tx: Queryable, version: { reportId: number; version: number }) => Promise<void>
  /**
   * Starts the clock of a critical result, unless it runs already. Needs the report's lock.
   * @param report a published one, or one that awaits release
   * @param earlier when and by whom it was flagged while it awaited release; ignored in a lab that has turned the clock off
   */
  flagCritical: (
    tx: Queryable,
    caller: Caller,
    report: { reportId: number } | { unreleasedId: number },
    earlier?: { at: string; by: number },
  ) => Promise<void>
  /** Closes the inbox item of a released report. */
  closeItem: (tx: Queryable, item: { id: number; reportId: number; decidedBy: number }) => Promise<void>
}
