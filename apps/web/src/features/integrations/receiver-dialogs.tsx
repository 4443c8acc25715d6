import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Receiver } from '@zelab/contract'
import { replayBody, SENDING_STATES } from '@zelab/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { SendingItem } from '../../entities/sending/sending-item.tsx'
import { STATES } from '../../entities/sending/texts.ts'
import { serverNow } from '../../lib/activity-clock.ts'
import { localMoment } from '../../lib/local-moment.ts'
import { Hint } from '../../ui/display/inline.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { DateFilterField } from '../../ui/form/date-filter-field.tsx'
import { useDebouncedText } from '../../ui/form/debounced-text.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { MomentField } from '../../ui/form/moment-field.tsx'
import { momentResolver } from '../../ui/form/moment-resolver.ts'
import { RecordList } from '../../ui/list/record-list.tsx'
import { attemptsQuery, type LogFilter } from './queries.ts'
import * as texts from './texts.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { pageApi } from '../../lib/page-api.ts'

interface ReceiverDialogProps {
  receiver: Receiver
  onClose: () => void
}

const OUTCOMES = [
  { value: '', label: texts.anyOutcome },
  ...SENDING_STATES.map((value) => ({ value, label: STATES[value] })),
]

export function LogDialog({
  receiver: { id, name },
  state,
  onClose,
}: ReceiverDialogProps & { state: LogFilter['state'] }) {
  const [page, setPage] = useState(1)
  const [filter, setFilter] = useState<LogFilter>({ state, report: '', day: '' })
  const change = (changed: Partial<LogFilter>) => {
    setFilter({ ...filter, ...changed })
    setPage(1)
  }
  const report = useDebouncedText(filter.report, (typed) => change({ report: typed.replace(/\D/g, '') }))
  const isFiltered = Object.values(filter).some((value) => value !== '')
  return (
    <FormModal opened onClose={onClose} title={texts.logOf(name)} size="48rem">
      <Hint pb="sm">{texts.logHint}</Hint>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" pb="sm" role="search" aria-label={texts.logOf(name)}>
        <NativeSelect
          label={texts.outcome}
          size="sm"
          data={OUTCOMES}
          value={filter.state}
          onChange={(event) => change({ state: event.currentTarget.value as LogFilter['state'] })}
        />
        <TextInput
          label={texts.reportNumber}
          size="sm"
          inputMode="numeric"
          autoComplete="off"
          value={report.typed}
          onChange={(event) => report.type(event.currentTarget.value)}
        />
        <DateFilterField label={texts.day} value={filter.day} onChange={(day) => change({ day })} />
      </SimpleGrid>
      <RecordList
        query={useQuery(attemptsQuery(id, filter, page))}
        label={texts.logOf(name)}
        nothing={isFiltered ? texts.nothingMatches : texts.nothingLogged}
        onPageChange={setPage}
      >
        {(sending) => <SendingItem key={sending.id} name={texts.report(sending.report)} sending={sending} />}
      </RecordList>
    </FormModal>
  )
}

const DAY_MS = 24 * 60 * 60_000

export function ReplayDialog({ receiver: { id, name }, onClose }: ReceiverDialogProps) {
  const replay = useEndpoint(pageApi.integrations.replay, { id })
  const form = useForm({
    resolver: momentResolver(replayBody, ['since'], () => []),
    defaultValues: { since: localMoment(new Date(serverNow() - DAY_MS).toISOString()) },
  })
  return (
    <FormDialog
      title={texts.replayTitle(name)}
      lead={texts.replayHint}
      form={form}
      onSave={async (checked) => toastSuccess(texts.queued((await replay.mutateAsync(checked)).data.queued))}
      success={null}
      submitLabel={texts.replay}
      onClose={onClose}
      size="md"
    >
      <MomentField label={texts.since} form={form} name="since" required />
    </FormDialog>
  )
}
