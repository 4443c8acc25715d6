import { Menu } from '@mantine/core'
import type { Provider } from '@zelab/contract'
import { useState } from 'react'
import { formatMoment } from '../../../lib/format.ts'
import { RowMenu } from '../../../ui/actions/row-menu.tsx'
import { Ltr } from '../../../ui/display/inline.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { Facts, RecordItem } from '../../../ui/list/record-list.tsx'
import { edit } from '../../../ui/texts.ts'
import { LastSignIns } from './last-sign-ins.tsx'
import { RemoveProvider } from './remove-provider.tsx'
import * as texts from './texts.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { pageApi } from '../../../lib/page-api.ts'

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
