import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ApiClient, Receiver } from '@zelab/contract'
import { INTEGRATIONS_MAX } from '@zelab/contract'
import { useState } from 'react'
import { generalSettingsQuery } from '../../lib/queries/settings.ts'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { Hint, Ltr } from '../../ui/display/inline.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import type { Fetching } from '../../ui/list/fetched.tsx'
import { RecordList } from '../../ui/list/record-list.tsx'
import { ConnectionDialog } from './connection-dialog.tsx'
import { ConnectionItem } from './connection-item.tsx'
import { InfoDialog } from '../../ui/feedback/info-dialog.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { pageApi } from '../../lib/page-api.ts'

/** Opens without an account. */
const INSTRUCTIONS = '/guide/integration.html'

export function LabIntegrations({ labId }: { labId: number }) {
  const clients = useQuery(endpointQuery(pageApi.integrations.getClients, { params: { labId } }))
  const receivers = useQuery(endpointQuery(pageApi.integrations.getReceivers, { params: { labId } }))
  // Together, because the first card would move the second one.
  if (clients.isPending || receivers.isPending) return <Spinner label={texts.loading} />
  return (
    <Stack>
      <Group gap="xs">
        <Anchor href={INSTRUCTIONS} target="_blank" size="sm">
          {texts.instructions}
        </Anchor>
        <CopyButton text={`${window.location.origin}${INSTRUCTIONS}`} label={texts.copyInstructions} />
      </Group>
      <Connections
        labId={labId}
        of="client"
        query={clients}
        words={{
          title: texts.clients,
          hint: texts.clientsHint,
          add: texts.addClient,
          nothing: texts.noClients,
        }}
      />
      <Connections
        labId={labId}
        of="receiver"
        query={receivers}
        words={{
          title: texts.receivers,
          hint: texts.receiversHint,
          add: texts.addReceiver,
          nothing: texts.noReceivers,
        }}
      />
    </Stack>
  )
}

interface ConnectionsProps {
  labId: number
  of: 'client' | 'receiver'
  query: Fetching<(ApiClient | Receiver)[]>
  words: { title: string; hint: string; add: string; nothing: string }
}

function Connections({ labId, of, query, words }: ConnectionsProps) {
  const [editing, setEditing] = useState<number | 'new'>()
  // After a conflict, the dialog continues with the stored values.
  const edited = query.data?.find(({ id }) => id === editing)
  const [secret, setSecret] = useState<string>()
  const { data: settings } = useQuery(generalSettingsQuery())
  return (
    <SectionCard
      title={words.title}
      subtitle={words.hint}
      isFlush
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          disabled={!settings || (query.data?.length ?? 0) >= INTEGRATIONS_MAX}
          onClick={() => setEditing('new')}
        >
          {words.add}
        </Button>
      }
    >
      <RecordList query={query} label={words.title} nothing={words.nothing} refreshes="labs">
        {(connection) => (
          <ConnectionItem
            key={connection.id}
            connection={connection}
            onEdit={() => setEditing(connection.id)}
            onSecret={setSecret}
          />
        )}
      </RecordList>
      {(editing === 'new' || edited) && settings && (
        <ConnectionDialog
          labId={labId}
          of={of}
          connection={edited}
          country={settings.country}
          onAdded={(added) => setSecret(added.secret)}
          onClose={() => setEditing(undefined)}
        />
      )}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </SectionCard>
  )
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <InfoDialog title={texts.secretTitle} onClose={onClose}>
      <Hint>{texts.secretHint}</Hint>
      <Text component="div" style={{ overflowWrap: 'anywhere' }}>
        <Ltr>{secret}</Ltr> <CopyButton text={secret} label={texts.copySecret} />
      </Text>
    </InfoDialog>
  )
}
