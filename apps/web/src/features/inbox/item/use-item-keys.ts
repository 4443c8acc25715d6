import type { OpenedInboxItem, ProposedPatient } from '@zelab/contract'
import { usePageShortcuts } from '../../../lib/page-shortcuts.ts'
import { queueKeys } from '../../../ui/list/queue.tsx'
import { PROPOSAL_KEYS, RECORD_SHORTCUTS } from '../../../ui/shortcuts/record-shortcuts.ts'
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

export const useItemKeys = ({ item, queue, choose, publish, reject }: ItemKeys): void => {
  usePageShortcuts(texts.shortcuts, [
    ...queueKeys({ queue, labels: texts.neighbors }),
    ...(choose
      ? item.candidates.slice(0, PROPOSAL_KEYS.length).map((candidate, index) => ({
          label: `${texts.keyChoose} ${index + 1}`,
          keys: PROPOSAL_KEYS.slice(index, index + 1),
          run: () => choose(candidate),
        }))
      : []),
    ...(publish ? [{ label: texts.keyPublish, ...RECORD_SHORTCUTS.confirm, run: publish }] : []),
    { label: texts.keyReject, ...RECORD_SHORTCUTS.refuse, run: reject },
    { label: texts.keyBack, ...RECORD_SHORTCUTS.back, run: queue.close },
  ])
}
