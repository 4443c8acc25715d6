import { INBOX_CANDIDATES } from '@zelab/contract/limits'
import type { OpenedInboxItem, ProposedPatient } from '@zelab/contract'
import { usePageShortcuts } from '../../../lib/page-shortcuts.ts'
import { queueKeys } from '../../../ui/list/queue.tsx'
import * as texts from './texts.ts'
import type { useQueue } from './use-queue.ts'

interface ItemKeys {
  item: OpenedInboxItem
  queue: ReturnType<typeof useQueue>
  /** Absent when the patient is certain or nothing can be published. */
  choose?: (candidate: ProposedPatient) => void
  publish?: () => void
  reject: () => void
}

const DIGITS = Array.from({ length: INBOX_CANDIDATES }, (_, index) => String(index + 1))

export const useItemKeys = ({ item, queue, choose, publish, reject }: ItemKeys): void => {
  usePageShortcuts(texts.shortcuts, [
    ...queueKeys({ queue, labels: texts.neighbors }),
    ...(choose
      ? item.candidates.slice(0, DIGITS.length).map((candidate, index) => ({
          label: `${texts.keyChoose} ${index + 1}`,
          keys: [DIGITS[index] ?? ''],
          run: () => choose(candidate),
        }))
      : []),
    ...(publish
      ? [{ label: texts.keyPublish, keys: ['enter'], hasModifier: true as const, run: publish }]
      : []),
    { label: texts.keyReject, keys: ['r'], run: reject },
    { label: texts.keyBack, keys: ['escape'], run: queue.close },
  ])
}
