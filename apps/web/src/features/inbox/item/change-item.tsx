import { Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../../../lib/session-store.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { AmendItem } from './amend-item.tsx'
import classes from './inbox-item.module.css'
import type { OpenedItemProps } from './use-decision.ts'
import { doubtOf } from './patient-doubt.ts'
import { RejectButton } from './decision-form.tsx'
import { PublishItem } from './publish-item.tsx'
import { TargetChoice, TargetReport } from './target-report.tsx'
import * as texts from './texts.ts'
import { useItemKeys } from './use-item-keys.ts'
import { WithdrawItem } from './withdraw-item.tsx'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

/** A correction or withdrawal proposed by the sender, which the user decides. */
export function ChangeItem(props: OpenedItemProps) {
  const { item } = props
  const namesOther = item.target !== null && doubtOf(item, item.target.patient.id) !== undefined
  // A correction of an unknown report may be its first publication here.
  const mayBeNew = item.kind === 'amendment' && (item.target === null || namesOther)
  const [isNew, setIsNew] = useState(mayBeNew && item.target === null)
  return (
    <div className={classes.panel}>
      {namesOther && (
        <Notice tone="mismatch" role="alert" title={texts.namesOther}>
          <p>{texts.namesOtherHint(item.target?.patient.fullName ?? '')}</p>
        </Notice>
      )}
      {mayBeNew && (
        <SectionCard title={texts.howToPublish}>
          <Stack role="radiogroup" aria-label={texts.howToPublish}>
            <Radio name="kind" label={texts.asNewReport} checked={isNew} onChange={() => setIsNew(true)} />
            <Radio name="kind" label={texts.asCorrection} checked={!isNew} onChange={() => setIsNew(false)} />
          </Stack>
        </SectionCard>
      )}
      {isNew ? <PublishItem {...props} /> : <Change {...props} />}
    </div>
  )
}

function Change(props: OpenedItemProps) {
  const { item } = props
  const isAmendment = item.kind === 'amendment'
  const may = useCan()
  const mayDecide = may(isAmendment ? 'reports:edit' : 'reports:delete')
  const [chosenId, setChosenId] = useState<number>()
  const reportId = item.target?.id ?? chosenId
  const report = useQuery({
    ...endpointQuery(api.reports.getById, { params: { reportId: reportId ?? 0 } }),
    enabled: reportId !== undefined,
  })
  return (
    <>
      <Notice tone="info" title={isAmendment ? texts.proposesAmendment : texts.proposesWithdrawal}>
        {!mayDecide && <p>{isAmendment ? texts.mayNotAmend : texts.mayNotWithdraw}</p>}
      </Notice>
      {item.target === null && <TargetChoice item={item} chosenId={chosenId} onChoose={setChosenId} />}
      {report.data && <TargetReport report={report.data} />}
      {report.error && (
        <ErrorState
          error={report.error}
          onRetry={() => void report.refetch()}
          isRetrying={report.isFetching}
        />
      )}
      {reportId !== undefined && report.isPending && <Spinner label={texts.publishedReport} />}
      {!mayDecide || !report.data ? (
        <OnlyReject {...props} />
      ) : isAmendment ? (
        <AmendItem key={report.data.id} {...props} report={report.data} />
      ) : (
        <WithdrawItem key={report.data.id} {...props} report={report.data} />
      )}
    </>
  )
}

function OnlyReject({ item, queue, onReject }: OpenedItemProps) {
  useItemKeys({ item, queue, reject: onReject })
  return (
    <div className={classes.buttons}>
      <RejectButton onReject={onReject} />
    </div>
  )
}
