import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { NamedProvider, WayIn } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useEffect, useState } from 'react'
import { keepProvider, keptProvider } from '../../entities/identity/kept-provider.ts'
import { startAddress } from '../../entities/identity/provider-address.ts'
import { ReauthenticationDialog } from '../../entities/identity/reauthentication-dialog.tsx'
import { useReturnedProblem } from '../../entities/identity/returned-problem.ts'
import { formatDate } from '../../lib/format.ts'
import { Hint, Isolated } from '../../ui/display/inline.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { Fetched } from '../../ui/list/fetched.tsx'
import * as texts from './texts.tsx'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { pageApi } from '../../lib/page-api.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { api } from '../../lib/api-client.ts'

/** The user's ways of signing in, and providers to link. */
export function WaysIn() {
  const query = useQuery(endpointQuery(pageApi.oidc.ways))
  const { sentence } = useReturnedProblem()
  const [linking, setLinking] = useState<NamedProvider>()
  useLinkedToast(query.data?.data)
  return (
    <SectionCard
      title={texts.signIn}
      subtitle={texts.signInHint}
      actions={
        <Group gap="xs" justify="flex-end">
          {query.data?.linkable.map((provider) => (
            <Button
              key={provider.id}
              size="xs"
              variant="default"
              leftSection={<IconLink size={16} stroke={1.75} aria-hidden="true" />}
              onClick={() => setLinking(provider)}
            >
              {texts.linkTo(provider.name)}
            </Button>
          ))}
        </Group>
      }
    >
      {sentence && (
        <Box mb="xs">
          <Notice tone="negative" role="alert" title={sentence} />
        </Box>
      )}
      <Fetched query={query} skeleton={<Skeleton height="2.5rem" />}>
        {({ data }) => (
          <Stack component="ul" gap={0} mod="rows">
            {data.map((way) => (
              <WayRow key={`${way.kind} ${way.kind === 'password' ? '' : way.id}`} way={way} />
            ))}
          </Stack>
        )}
      </Fetched>
      {linking && <LinkDialog provider={linking} onClose={() => setLinking(undefined)} />}
    </SectionCard>
  )
}

/** After the return from a provider that was to be linked. */
const useLinkedToast = (ways: readonly WayIn[] | undefined) =>
  useEffect(() => {
    const kept = keptProvider()
    if (!ways || !kept?.isLinking) return
    keepProvider({ ...kept, isLinking: false })
    if (ways.some((way) => way.kind === 'provider' && way.name === kept.name))
      toastSuccess(texts.linked(kept.name))
  }, [ways])

function WayRow({ way }: { way: WayIn }) {
  const [isUnlinking, setIsUnlinking] = useState(false)
  if (way.kind === 'password')
    return (
      <Group component="li" py="xs">
        <Text fw={500}>{texts.password}</Text>
      </Group>
    )
  return (
    <Group component="li" justify="space-between" wrap="nowrap" py="xs">
      <div>
        <Group gap="xs">
          <Text fw={500}>
            <Isolated>{way.name}</Isolated>
          </Text>
          <StatusBadge tone="neutral" icon={null}>
            {way.kind === 'passkey' ? texts.passkey : texts.provider}
          </StatusBadge>
        </Group>
        {way.kind === 'provider' && (
          <Hint>
            {texts.linkedAndUsed(
              formatDate(way.linkedAt),
              way.lastUsedAt && <RelativeTime at={way.lastUsedAt} />,
            )}
          </Hint>
        )}
      </div>
      {way.kind === 'provider' && (
        <Button
          size="xs"
          variant="default"
          flex="none"
          aria-label={texts.unlinkFrom(way.name)}
          onClick={() => setIsUnlinking(true)}
        >
          {texts.unlink}
        </Button>
      )}
      {way.kind === 'provider' && isUnlinking && (
        <UnlinkDialog provider={way} onClose={() => setIsUnlinking(false)} />
      )}
    </Group>
  )
}

interface DialogProps {
  provider: NamedProvider
  onClose: () => void
}

function LinkDialog({ provider: { id, name }, onClose }: DialogProps) {
  const confirm = useEndpoint(api.auth.confirmIdentity)
  return (
    <ReauthenticationDialog
      title={texts.linkTo(name)}
      text={texts.linkHint(name)}
      confirmLabel={texts.continueSetUp}
      onConfirm={async (proof) => {
        await confirm.mutateAsync({ body: proof })
        keepProvider({ name, isLinking: true })
        window.location.assign(startAddress(id, { purpose: 'link' }))
      }}
      onCancel={onClose}
    />
  )
}

function UnlinkDialog({ provider: { id, name }, onClose }: DialogProps) {
  const unlink = useEndpoint(pageApi.oidc.unlink, { id })
  return (
    <ReauthenticationDialog
      title={texts.unlinkFrom(name)}
      text={texts.unlinkHint(name)}
      confirmLabel={texts.unlink}
      isDangerous
      onConfirm={async (proof) => {
        await unlink.mutateAsync(proof)
        toastSuccess(SUCCESS.providerUnlinked)
        onClose()
      }}
      onCancel={onClose}
    />
  )
}
