import { Button, Group, Text } from '@mantine/core'
import { IconFileUpload, IconTag } from '@tabler/icons-react'
import type { InboxItem } from '@zelab/contract'
import { INBOX_PUBLISH_MAX } from '@zelab/contract/limits'
import { useRef, useState } from 'react'
import type { RenderNewReportType } from '../../../entities/report/form/report-fields.tsx'
import { ariaKey, RECORD_SHORTCUTS, useChosenShortcut } from '../../../ui/shortcuts/record-shortcuts.ts'
import { isReady } from '../queries.ts'
import { PublishReadyDialog } from '../ready/publish-ready-dialog.tsx'
import { SetTypeDialog } from './set-type-dialog.tsx'
import * as texts from './texts.ts'
import type { Selection } from './use-selection.ts'

interface SelectionBarProps {
  selection: Selection
  /** Open items that fit the filters, on all pages. */
  total: number
  renderNewReportType: RenderNewReportType
}

export function SelectionBar({ selection, total, renderNewReportType }: SelectionBarProps) {
  const { items, selectAll, clear } = selection
  const ready = items.filter(isReady)
  const [isSettingType, setIsSettingType] = useState(false)
  const [asked, setAsked] = useState<readonly InboxItem[]>()
  const selectButton = useRef<HTMLButtonElement>(null)
  const typeButton = useRef<HTMLButtonElement>(null)
  const publishButton = useRef<HTMLButtonElement>(null)
  /** The buttons of a selection are gone once its items are published. */
  const returnTo = (button: HTMLButtonElement | null) => (button ?? selectButton.current)?.focus()
  const hasSelection = items.length > 0
  const ask = () => setAsked(ready)
  useChosenShortcut(texts.publishSelected(ready.length), ready.length > 0 ? ask : undefined)
  return (
    <>
      {total > 0 && (
        <Group gap="xs" px="md" py="sm" mod="ruled" role="group" aria-label={texts.selection}>
          <Button
            ref={selectButton}
            variant="default"
            onClick={hasSelection ? clear : () => void selectAll()}
          >
            {hasSelection ? texts.selectNone : texts.selectAll(Math.min(total, INBOX_PUBLISH_MAX), total)}
          </Button>
          {hasSelection && (
            <>
              <Button
                ref={typeButton}
                variant="default"
                leftSection={<IconTag size={16} stroke={1.75} />}
                onClick={() => setIsSettingType(true)}
              >
                {texts.setType}
              </Button>
              <Button
                ref={publishButton}
                variant="default"
                disabled={ready.length === 0}
                leftSection={<IconFileUpload size={16} stroke={1.75} />}
                aria-keyshortcuts={ariaKey(RECORD_SHORTCUTS.confirm)}
                onClick={ask}
              >
                {texts.publishSelected(ready.length)}
              </Button>
            </>
          )}
          <Text span c="dimmed" size="sm" className="tabular" role="status">
            {hasSelection && texts.selected(items.length, ready.length)}
          </Text>
        </Group>
      )}
      {isSettingType && (
        <SetTypeDialog
          items={items}
          renderNewReportType={renderNewReportType}
          onClose={() => {
            setIsSettingType(false)
            returnTo(typeButton.current)
          }}
        />
      )}
      {asked && (
        <PublishReadyDialog
          items={asked}
          onClose={() => {
            setAsked(undefined)
            returnTo(publishButton.current)
          }}
        />
      )}
    </>
  )
}
