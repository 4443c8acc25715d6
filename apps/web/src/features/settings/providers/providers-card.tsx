import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Provider } from '@zelab/contract'
import { PROVIDERS_MAX } from '@zelab/contract/limits'
import { useState } from 'react'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { RecordList } from '../../../ui/list/record-list.tsx'
import { ProviderAddresses } from './provider-addresses.tsx'
import { ProviderDialog } from './provider-dialog.tsx'
import { ProviderItem } from './provider-item.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { pageApi } from '../../../lib/page-api.ts'

export function ProvidersCard() {
  const query = useQuery(endpointQuery(pageApi.providers.list))
  const [editing, setEditing] = useState<number | 'new'>()
  // After a conflict, the dialog continues with the stored values.
  const edited = query.data?.find(({ id }) => id === editing)
  const [shown, setShown] = useState<Provider>()
  return (
    <SectionCard
      title={texts.providers}
      subtitle={texts.providersHint}
      isFlush
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          disabled={!query.data || query.data.length >= PROVIDERS_MAX}
          onClick={() => setEditing('new')}
        >
          {texts.addProvider}
        </Button>
      }
    >
      <RecordList query={query} label={texts.providers} nothing={texts.noProviders}>
        {(provider) => (
          <ProviderItem
            key={provider.id}
            provider={provider}
            onEdit={() => setEditing(provider.id)}
            onAddresses={() => setShown(provider)}
          />
        )}
      </RecordList>
      {(editing === 'new' || edited) && (
        <ProviderDialog provider={edited} onSaved={setShown} onClose={() => setEditing(undefined)} />
      )}
      {shown && <ProviderAddresses provider={shown} onClose={() => setShown(undefined)} />}
    </SectionCard>
  )
}
