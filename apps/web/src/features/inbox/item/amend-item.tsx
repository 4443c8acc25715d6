import { Button } from '@mantine/core'
import { IconBan, IconPencil } from '@tabler/icons-react'
import { SUCCESS } from '@zelab/contract/messages'
import type { FormInput, InboxAmend, Report } from '@zelab/contract'
import { inboxAmendForm } from '@zelab/contract'
import { AMENDMENT_REASONS } from '@zelab/contract/reasons'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { amendQuestion } from '../../../entities/report/texts.ts'
import { useUsesTwoPersons } from '../../../lib/app-data-store.ts'
import { useAmendFromItem } from '../queries.ts'
import { isRefusal, messageOf } from '../../../lib/api-error.ts'
import { Kbd } from '../../../ui/display/kbd.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import { showFieldErrors } from '../../../ui/form/field-errors.ts'
import { formResolver } from '../../../ui/form/form-resolver.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { DecisionReason } from './decision-reason.tsx'
import { contradictsVisit } from './item-warnings.ts'
import classes from './item-page.module.css'
import type { OpenedItemProps } from './use-decision.ts'
import { withChoices } from './publish-item-form.ts'
import { PublishQuestion } from './publish-question.tsx'
import { ReportFields, type PublishItemForm } from './report-fields.tsx'
import * as texts from './texts.ts'
import { useDecision } from './use-decision.ts'
import { useItemKeys } from './use-item-keys.ts'

type AmendFields = FormInput<typeof inboxAmendForm>

const resolver = withChoices<AmendFields, InboxAmend>(formResolver(inboxAmendForm))

export function AmendItem({
  item,
  revision,
  report,
  opened,
  queue,
  renderNewReportType,
  onReject,
}: OpenedItemProps & { report: Report }) {
  const form = useForm<AmendFields, unknown, InboxAmend>({
    resolver,
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
  const { register, control, formState } = form
  const { errors } = formState
  const usesTwoPersons = useUsesTwoPersons()
  const settle = useUnsavedForm(form, { name: 'inbox amendment' })
  const amend = useAmendFromItem()
  const { failure, decide } = useDecision({ opened, queue })
  const [contradiction, setContradiction] = useState<string>()
  const [asked, setAsked] = useState<InboxAmend>()
  const isOther = useWatch({ control, name: 'reason' }) === 'other'
  const submit = form.handleSubmit((body) => setAsked({ ...body, version: report.version }))
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
  useItemKeys({ item, queue, publish: () => !amend.isPending && void submit(), reject: onReject })
  return (
    <form className={classes.panel} onSubmit={(event) => void submit(event)} noValidate>
      {failure && (
        <Notice tone="negative" role="alert" title={texts.notAmended}>
          <p>{failure}</p>
        </Notice>
      )}
      {/* A form's type is invariant in its fields, but this form has every field that is shown. */}
      <ReportFields form={form as unknown as PublishItemForm} renderNewReportType={renderNewReportType} />
      <SectionCard title={texts.reason}>
        <div className={classes.fields}>
          <DecisionReason
            reasons={AMENDMENT_REASONS}
            reason={register('reason')}
            note={register('note')}
            isOther={isOther}
            errors={{ reason: errors.reason?.message, note: errors.note?.message }}
          />
        </div>
      </SectionCard>
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="md"
          leftSection={<IconBan size={18} stroke={1.75} />}
          disabled={amend.isPending}
          aria-keyshortcuts="r"
          onClick={onReject}
        >
          {texts.reject}
          <Kbd>r</Kbd>
        </Button>
        <SubmitButton
          size="md"
          isPending={amend.isPending}
          pendingLabel={texts.amending}
          leftSection={<IconPencil size={18} stroke={1.75} />}
          aria-keyshortcuts="Control+Enter"
        >
          {texts.amend}
          <Kbd hasModifier>{texts.publishKeys}</Kbd>
        </SubmitButton>
      </div>
      {asked && (
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
      )}
    </form>
  )
}
