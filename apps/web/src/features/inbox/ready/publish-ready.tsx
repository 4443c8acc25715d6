import { Button } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { InboxItem } from '@zelab/contract'
import { useState } from 'react'
import { isReady, openItemsQuery } from '../queries.ts'
import { PublishReadyDialog } from './publish-ready-dialog.tsx'
import * as texts from './texts.ts'

interface PublishReadyProps {
  labId: number | undefined
  mayBeReady: boolean
}

export function PublishReady({ labId, mayBeReady }: PublishReadyProps) {
  const { data: green = [] } = useQuery({
    ...openItemsQuery({ match: 'green', labId }),
    enabled: mayBeReady,
  })
  const ready = green.filter(isReady)
  const [asked, setAsked] = useState<readonly InboxItem[]>()
  const count = mayBeReady ? ready.length : 0
  return (
    <>
      {count > 0 && (
        <Button leftSection={<IconFileUpload size={16} stroke={1.75} />} onClick={() => setAsked(ready)}>
          {texts.publishReady(count)}
        </Button>
      )}
      {asked && <PublishReadyDialog items={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}
