import { Stack } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { SUCCESS } from '@zelab/contract/messages'
import type { FormInput, InboxAmend, Report } from '@zelab/contract'
import { inboxAmendForm } from '@zelab/contract'
import { AMENDMENT_REASONS } from '@zelab/contract/reasons'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { CriticalField } from '../../../entities/critical/critical-field.tsx'
import { ReportFields, ReasonFields, reportResolver } from '../../../entities/report/form/report-fields.tsx'
import { amendQuestion } from '../../../entities/report/texts.ts'
import { isRefusal, messageOf } from '../../../lib/api-error.ts'
import { useUsesTwoPersons } from '../../../lib/app-data-store.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import { showFieldErrors } from '../../../ui/form/form-resolver.ts'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { DecisionForm } from './decision-form.tsx'
import { contradictsVisit } from './item-warnings.ts'
import { PublishQuestion } from './publish-question.tsx'
import * as texts from './texts.ts'
import { useDecision, type OpenedItemProps } from './use-decision.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { api } from '../../../lib/api-client.ts'

export function AmendItem({ report, ...props }: OpenedItemProps & { report: Report }) {
  const { item, revision, renderNewReportType } = props
  const form = useForm<FormInput<typeof inboxAmendForm>, unknown, InboxAmend>({
    resolver: reportResolver(inboxAmendForm),
    defaultValues: {
      reportId: report.id,
      version: report.version,
      reportTypeId: String(item.reportType?.id ?? report.reportType.id),
      title: item.title ?? report.title,
      remark: report.remark ?? '',
      reason: '',
      note: '',
      isCritical: item.isCritical,
      isVisitConfirmed: false,
    },
  })
  const usesTwoPersons = useUsesTwoPersons()
  const settle = useUnsavedForm(form, { name: 'inbox amendment' })
  const amend = useEndpoint(api.inbox.amend)
  const { failure, decide } = useDecision(props)
  const [contradiction, setContradiction] = useState<string>()
  const [asked, setAsked] = useState<InboxAmend>()
  const confirm = async (body: InboxAmend): Promise<void> => {
    let isAwaiting = false
    const error = await decide({
      send: async () => {
        const sent = { params: { id: String(item.id) }, query: { revision }, body }
        isAwaiting = 'unreleasedId' in (await amend.mutateAsync(sent)).data
      },
      onDone: () => {
        settle()
        toastSuccess(isAwaiting ? SUCCESS.reportAwaitsRelease : texts.wasAmended(report.id))
      },
      fallback: texts.notAmended,
    })
    const isContradicted = isRefusal(error, 'INBOX_VISIT_DIFFERS')
    setContradiction(isContradicted ? messageOf(error) : undefined)
    setAsked(isContradicted ? body : undefined)
    if (!isContradicted) showFieldErrors(error, form)
  }
  return (
    <DecisionForm
      {...props}
      form={form}
      failure={{ title: texts.notAmended, text: failure }}
      submit={{ label: texts.amend, pendingLabel: texts.amending, icon: IconPencil }}
      isPending={amend.isPending}
      onSubmit={(body) => setAsked({ ...body, version: report.version })}
      question={
        asked && (
          <PublishQuestion
            item={item}
            patient={report.patient}
            asked={asked}
            contradiction={contradiction}
            words={{
              title: texts.amend,
              message: amendQuestion(report.id, report.version, usesTwoPersons),
              confirmLabel: texts.amend,
            }}
            isPending={amend.isPending}
            onConfirm={() =>
              void confirm({ ...asked, isVisitConfirmed: contradictsVisit(item, contradiction) })
            }
            onCancel={() => setAsked(undefined)}
          />
        )
      }
    >
      <SectionCard title={texts.report}>
        <Stack>
          <ReportFields form={form} renderNewReportType={renderNewReportType} />
          <CriticalField {...form.register('isCritical')} />
        </Stack>
      </SectionCard>
      <SectionCard title={texts.reason}>
        <Stack>
          <ReasonFields form={form} reasons={AMENDMENT_REASONS} />
        </Stack>
      </SectionCard>
    </DecisionForm>
  )
}
