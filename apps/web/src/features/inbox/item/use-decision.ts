import { useState } from 'react'
import { ApiError, isRefusal, messageOf } from '../../../lib/api-error.ts'
import { toastError } from '../../../ui/feedback/toasts.ts'
import type { OpenedInboxItem } from '@zelab/contract'
import type { RenderNewReportType, RenderVisit } from '../../../entities/report/form/report-fields.tsx'
import type { useOpenedItem } from './use-opened-item.ts'
import type { useQueue } from './use-queue.ts'

export interface OpenedItemProps {
  item: OpenedInboxItem
  /** Revision on screen; the server refuses a decision when the sender has changed the item since. */
  revision: number
  /** The file of the item was on the screen. */
  isShown: boolean
  opened: ReturnType<typeof useOpenedItem>
  queue: ReturnType<typeof useQueue>
  registeredId: number | undefined
  renderNewReportType: RenderNewReportType
  renderVisit: RenderVisit
  onReject: () => void
}

/** Another user decided first, or the item or report has changed. */
const LOST = ['INBOX_ITEM_CLAIMED', 'INBOX_ITEM_CLOSED'] as const
const OUTDATED = ['INBOX_ITEM_CHANGED', 'REPORT_CHANGED', 'REPORT_WITHDRAWN'] as const

interface Decision {
  send: () => Promise<unknown>
  onDone: () => void
  fallback: string
}

/** After a refusal, shows that the item is another user's now, or its newest state. */
export const noteRefusal = async (error: unknown, opened: OpenedItemProps['opened']): Promise<void> => {
  if (LOST.some((code) => isRefusal(error, code))) opened.setLost(messageOf(error))
  if (OUTDATED.some((code) => isRefusal(error, code))) await opened.renew()
}

/** Sends a decision about an item and opens the next one. After a failure the form keeps its values. */
export const useDecision = ({ opened, queue }: Pick<OpenedItemProps, 'opened' | 'queue'>) => {
  const [failure, setFailure] = useState<string>()
  /** @returns the refusal, with field errors that the form can show */
  const decide = async ({ send, onDone, fallback }: Decision): Promise<unknown> => {
    setFailure(undefined)
    try {
      await send()
    } catch (error) {
      setFailure(messageOf(error, fallback))
      toastError(error, fallback)
      await noteRefusal(error, opened)
      return error instanceof ApiError ? error : undefined
    }
    opened.keep()
    onDone()
    await queue.advance()
    return undefined
  }
  return { failure, decide }
}
