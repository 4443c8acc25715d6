import { Button, Text } from '@mantine/core'
import { IconListSearch, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Delivery, DeliveryChannel, DeliveryView } from '@zelab/contract'
import { DELIVERY_CHANNELS } from '@zelab/contract/limits'
import { useState } from 'react'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { toastError, toastProblem, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { SearchField } from '../../../ui/form/search-field.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { FilterBar, SelectChip } from '../../../ui/table/filter-chip.tsx'
import { useChosen } from '../../../ui/list/use-chosen.ts'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import { ariaKey, RECORD_SHORTCUTS, useChosenShortcut } from '../../../ui/shortcuts/record-shortcuts.ts'
import { isResendable } from '../delivery-status.ts'
import * as words from '../texts.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { ListHint } from './record-links.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'

const RESEND_VIEWS: readonly DeliveryView[] = ['attention', 'all', 'not-reached']

interface DeliveryFilter {
  channel?: DeliveryChannel | undefined
  search?: string | undefined
}

interface DeliveryListProps {
  filters: DeliveryFilter & { view: DeliveryView; page: number; limit: number }
  onFilter: (filter: DeliveryFilter, replace?: boolean) => void
  onPageChange: (page: number) => void
}

export function DeliveryList({ filters, onFilter, onPageChange }: DeliveryListProps) {
  const { view, channel, search } = filters
  const list = useQuery(endpointQuery(api.deliveries.list, { query: filters }))
  const rows = list.data?.data
  const resend = useBulkResend(rows)
  const mayResend = RESEND_VIEWS.includes(view)
  const hasSelection = mayResend && (!rows || rows.some(isResendable) || resend.chosen.rows.length > 0)
  return (
    <>
      {view === 'correction-not-opened' && <ListHint>{texts.correctionHint}</ListHint>}
      <FilterBar
        label={texts.deliveries}
        search={
          <SearchField
            label={texts.search}
            value={search ?? ''}
            onSearch={(text) => onFilter({ channel, search: text || undefined }, true)}
          />
        }
      >
        <SelectChip
          label={texts.channel}
          chosen={channel && words.SENT_BY[channel]}
          choices={[
            { value: '', label: texts.allChannels },
            ...DELIVERY_CHANNELS.map((one) => ({ value: one, label: words.SENT_BY[one] })),
          ]}
          value={channel ?? ''}
          onChange={(value) => onFilter({ search, channel: DELIVERY_CHANNELS.find((one) => one === value) })}
          onClear={() => onFilter({ search, channel: undefined })}
        />
        {rows && hasSelection && <BulkActions rows={rows} resend={resend} />}
      </FilterBar>
      <PagedList
        query={list}
        onPageChange={onPageChange}
        nothing={
          channel || search ? (
            <EmptyState icon={IconListSearch} title={texts.noMatch} description={texts.noMatchHint} />
          ) : (
            <EmptyState
              icon={IconSend}
              title={texts.NONE[view]}
              description={view === 'all' ? texts.nothingSentHint : texts.noneNeedsAttentionHint}
            />
          )
        }
      >
        {(shown) => (
          <DeliveryTable
            {...shown}
            view={view}
            refusals={resend.refusals}
            {...(hasSelection && { selection: resend.chosen, isPending: resend.isPending })}
          />
        )}
      </PagedList>
    </>
  )
}

type BulkResend = ReturnType<typeof useBulkResend>

/** The selected messages, and the reasons for those that were not resent. */
const useBulkResend = (shown: readonly Delivery[] | undefined) => {
  const chosen = useChosen(shown, isResendable)
  const [refusals, setRefusals] = useState<ReadonlyMap<number, string>>(new Map())
  const { mutate, isPending } = useEndpoint(api.deliveries.resendMany)
  return {
    chosen,
    refusals,
    isPending,
    send: () =>
      mutate(
        { body: { ids: chosen.rows.map(({ id }) => id) } },
        {
          onSuccess: ({ data }) => {
            const refused = data.filter(({ delivery }) => !delivery)
            const count = data.length - refused.length
            if (count > 0) toastSuccess(texts.sentAgain(count))
            if (refused.length > 0) toastProblem(texts.notSentAgain(refused.length))
            setRefusals(new Map(refused.map(({ id, refusalText }) => [id, refusalText ?? ''])))
            chosen.clear()
          },
          onError: (problem) => toastError(problem),
        },
      ),
  }
}

function BulkActions({ rows, resend }: { rows: readonly Delivery[]; resend: BulkResend }) {
  const { chosen, send, isPending } = resend
  const selectable = rows.filter(isResendable)
  const count = chosen.rows.length
  useChosenShortcut(texts.sendSelected, count > 0 && !isPending ? send : undefined)
  return (
    <>
      {count > 0 ? (
        <Button variant="default" disabled={isPending} onClick={chosen.clear}>
          {texts.selectNone}
        </Button>
      ) : (
        <Button
          variant="default"
          disabled={selectable.length === 0}
          onClick={() => chosen.choose(selectable)}
        >
          {texts.selectAll}
        </Button>
      )}
      <SubmitButton
        variant="default"
        disabled={count === 0}
        isPending={isPending}
        pendingLabel={texts.sending}
        aria-keyshortcuts={ariaKey(RECORD_SHORTCUTS.confirm)}
        onClick={send}
      >
        {texts.sendSelected}
      </SubmitButton>
      <Text span c="dimmed" size="sm" miw="5rem" style={{ alignSelf: 'center' }} role="status">
        {count > 0 && texts.selected(count)}
      </Text>
    </>
  )
}
