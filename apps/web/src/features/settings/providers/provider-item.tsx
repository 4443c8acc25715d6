import { Menu, Skeleton, Stack, Text } from '@mantine/core'
import type { Provider } from '@zelab/contract'
import { useState } from 'react'
import { formatMoment } from '../../../lib/format.ts'
import { RowMenu } from '../../../ui/actions/row-menu.tsx'
import { Ltr, Hint, Isolated } from '../../../ui/display/inline.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { Facts, RecordItem } from '../../../ui/list/record-list.tsx'
import { edit } from '../../../ui/texts.ts'
import { RemoveProvider } from './remove-provider.tsx'
import * as texts from './texts.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { pageApi } from '../../../lib/page-api.ts'
import { useQuery } from '@tanstack/react-query'
import { Fetched } from '../../../ui/list/fetched.tsx'
import { InfoDialog } from '../../../ui/feedback/info-dialog.tsx'
import { endpointQuery } from '../../../lib/endpoint-query.ts'

interface ProviderItemProps {
  provider: Provider
  onEdit: () => void
  onAddresses: () => void
}

export function ProviderItem({ provider, onEdit, onAddresses }: ProviderItemProps) {
  const { id, name, lab, issuer, accounts, lastUsedAt, lastProblem, lastProblemAt } = provider
  const [isRemoving, setIsRemoving] = useState(false)
  const [isListing, setIsListing] = useState(false)
  const test = useEndpoint(pageApi.providers.test, { id })
  const runTest = () =>
    test.mutate(undefined, {
      onSuccess: ({ data }) => toastSuccess(texts.answers(data, provider.returnsAfterLogout)),
      onError: (error) => toastError(error),
    })
  return (
    <RecordItem
      name={<bdi>{name}</bdi>}
      tags={
        <StatusBadge tone="neutral" icon={null}>
          {lab?.name ?? texts.allLabs}
        </StatusBadge>
      }
      actions={
        <RowMenu label={texts.actionsOf(name)} isBusy={test.isPending}>
          <Menu.Item onClick={onEdit}>{edit}</Menu.Item>
          <Menu.Item onClick={onAddresses}>{texts.addresses}</Menu.Item>
          <Menu.Item onClick={runTest}>{texts.test}</Menu.Item>
          <Menu.Item onClick={() => setIsListing(true)}>{texts.signIns}</Menu.Item>
          <Menu.Item color="red" onClick={() => setIsRemoving(true)}>
            {texts.remove}
          </Menu.Item>
        </RowMenu>
      }
    >
      <Facts>
        <Ltr>{issuer}</Ltr>
      </Facts>
      <Facts>
        {texts.accounts(accounts)}
        {lastUsedAt ? (
          <>
            {texts.lastUsed} <RelativeTime at={lastUsedAt} />
          </>
        ) : (
          texts.neverUsed
        )}
      </Facts>
      {lastProblem !== null && lastProblemAt !== null && (
        <Facts>
          <>
            {texts.lastProblem(formatMoment(lastProblemAt))}
            <bdi>{lastProblem}</bdi>
          </>
        </Facts>
      )}
      {isListing && <LastSignIns provider={provider} onClose={() => setIsListing(false)} />}
      {isRemoving && <RemoveProvider provider={provider} onClose={() => setIsRemoving(false)} />}
    </RecordItem>
  )
}

/** Statements of the provider about the sign-ins, on which second factors and identity checks depend. */
function LastSignIns({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const query = useQuery(endpointQuery(pageApi.providers.getSignIns, { params: { id: provider.id } }))
  return (
    <InfoDialog title={texts.signInsOf(provider.name)} onClose={onClose}>
      <Fetched query={query} skeleton={<Skeleton height="5rem" />}>
        {(signIns) =>
          signIns.length === 0 ? (
            <Hint>{texts.noSignIns}</Hint>
          ) : (
            <Stack component="ul" gap="xs" mah="24rem" style={{ overflowY: 'auto' }} tabIndex={0}>
              {signIns.map(({ userId, fullName, signedInAt, acr, authenticatedAt }) => (
                <li key={userId}>
                  <Text size="sm">
                    <Isolated>{fullName}</Isolated>, {formatMoment(signedInAt)}
                  </Text>
                  <Hint>
                    {acr === null ? texts.noAcr : <Ltr>{texts.statedAcr(acr)}</Ltr>}
                    {'; '}
                    {authenticatedAt === null
                      ? texts.notAuthenticated
                      : texts.authenticated(formatMoment(authenticatedAt))}
                  </Hint>
                </li>
              ))}
            </Stack>
          )
        }
      </Fetched>
    </InfoDialog>
  )
}
