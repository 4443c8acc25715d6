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
