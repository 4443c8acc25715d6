import { useState } from 'react'
import { ApiError, isRefusal, messageOf } from '../../../lib/api-error.ts'
import { toastError } from '../../../ui/feedback/toasts.ts'
import type { OpenedInboxItem } from '@zelab/contract'
import type { RenderNewReportType } from './report-fields.tsx'
import type { useOpenedItem } from './use-opened-item.ts'
import type { useQueue } from './use-queue.ts'

/** What every form of an opened item gets. */
export interface OpenedItemProps {
  item: OpenedInboxItem
  /** The revision of the item that the user looks at; a decision about it is refused when the sender changed the item. */
  revision: number
  opened: ReturnType<typeof useOpenedItem>
  queue: ReturnType<typeof useQueue>
  /** A patient who was just registered for the item. */
  registeredId: number | undefined
  renderNewReportType: RenderNewReportType
  onReject: () => void
}

/** Another person was faster, or the item or the report is not as it was shown. */
const LOST = ['INBOX_ITEM_CLAIMED', 'INBOX_ITEM_CLOSED'] as const
const OUTDATED = ['INBOX_ITEM_CHANGED', 'REPORT_CHANGED', 'REPORT_WITHDRAWN'] as const

interface Decision {
  send: () => Promise<unknown>
  /** Says what was done. */
  onDone: () => void
  fallback: string
}

/**
 * Sends a decision about an item and opens the next one. After a failure the form is as it was, with the reason in it.
 */
export const useDecision = ({ opened, queue }: Pick<OpenedItemProps, 'opened' | 'queue'>) => {
  const [failure, setFailure] = useState<string>()
  /** @returns the error of a refusal, whose fields the form may show */
  const decide = async ({ send, onDone, fallback }: Decision): Promise<unknown> => {
    setFailure(undefined)
    try {
      await send()
    } catch (error) {
      setFailure(messageOf(error, fallback))
      toastError(error, fallback)
      if (LOST.some((code) => isRefusal(error, code))) opened.setLost(messageOf(error))
      if (OUTDATED.some((code) => isRefusal(error, code))) await opened.renew()
      return error instanceof ApiError ? error : undefined
    }
    opened.keep()
    onDone()
    await queue.advance()
    return undefined
  }
  return { failure, decide }
}
