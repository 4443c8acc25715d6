import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconLogout2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { OwnSession } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { Hint, Ltr } from '../../ui/display/inline.tsx'
import { formatDateTime, orNotAvailable } from '../../lib/format.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { deviceOf } from './device-name.ts'
import * as texts from './texts.tsx'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { api } from '../../lib/api-client.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'

export function OwnSessions() {
  const { data: sessions, error, isFetching, refetch } = useQuery(endpointQuery(api.auth.listSessions))
  const endOthers = useEndpoint(api.auth.endOtherSessions)
  const others = sessions?.filter((session) => !session.isCurrent).length ?? 0
  const end = () =>
    endOthers.mutate(undefined, {
      onSuccess: () => toastSuccess(SUCCESS.othersSignedOut),
      onError: (failure) => toastError(failure),
    })
  return (
    <SectionCard
      title={texts.whereSignedIn}
      actions={
        others > 0 && (
          <SubmitButton
            size="xs"
            variant="default"
            leftSection={<IconLogout2 size={14} stroke={1.75} />}
            isPending={endOthers.isPending}
            onClick={end}
          >
            {texts.signOutOthers}
          </SubmitButton>
        )
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : sessions ? (
        <Stack component="ul" gap={0} mod="rows">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </Stack>
      ) : (
        <Skeleton height="3rem" />
      )}
    </SectionCard>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const endSession = useEndpoint(api.auth.endSession, { id: session.id })
  const device = deviceOf(session.userAgent)
  const end = () =>
    // Not with `mutate` callbacks, which do not run after the row unmounts.
    void endSession.mutateAsync().then(() => toastSuccess(texts.sessionEnded(device)), toastError)
  return (
    <Group component="li" justify="space-between" wrap="nowrap" py="xs">
      <div>
        <Text fw={500}>{device}</Text>
        <Hint>
          {texts.addressSince(
            <Ltr>{orNotAvailable(session.address)}</Ltr>,
            <time dateTime={session.createdAt}>{formatDateTime(session.createdAt)}</time>,
            session.way,
            session.provider,
          )}
        </Hint>
      </div>
      {session.isCurrent ? (
        <StatusBadge tone="positive">{texts.thisSession}</StatusBadge>
      ) : (
        <Group gap="sm" wrap="nowrap" flex="none">
          <Hint span>
            <RelativeTime at={session.lastSeenAt} />
          </Hint>
          <SubmitButton
            size="xs"
            variant="default"
            isPending={endSession.isPending}
            aria-label={texts.signOutOf(device, formatDateTime(session.createdAt))}
            onClick={end}
          >
            {texts.signOut}
          </SubmitButton>
        </Group>
      )}
    </Group>
  )
}
