import { Button } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import type { FormInput, InboxReject, OpenedInboxItem } from '@zelab/contract'
import { inboxRejectForm } from '@zelab/contract'
import { INBOX_REJECTED_DAYS } from '@zelab/contract/limits'
import { REJECTION_REASONS } from '@zelab/contract/reasons'
import { useForm, useWatch } from 'react-hook-form'
import { useRejectItem, useRestoreItem } from '../queries.ts'
import { FormModal } from '../../../ui/form/form-modal.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { showFieldErrors } from '../../../ui/form/field-errors.ts'
import { formResolver } from '../../../ui/form/form-resolver.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import * as words from '../texts.ts'
import { DecisionReason } from './decision-reason.tsx'
import classes from './item-page.module.css'
import type { OpenedItemProps } from './use-decision.ts'
import * as texts from './texts.ts'
import { useDecision } from './use-decision.ts'

interface RejectDialogProps extends Pick<OpenedItemProps, 'opened' | 'queue' | 'revision'> {
  item: OpenedInboxItem
  onClose: () => void
}

/** Rejects an item with a reason and opens the next one. The toast offers to undo. */
export function RejectDialog({ item, revision, opened, queue, onClose }: RejectDialogProps) {
  const { id, fileName } = item
  const form = useForm<FormInput<typeof inboxRejectForm>, unknown, InboxReject>({
    resolver: formResolver(inboxRejectForm),
    defaultValues: { reason: '', note: '' },
  })
  const { register, control, formState } = form
  const settle = useUnsavedForm(form, { name: 'rejection' })
  const reject = useRejectItem()
  const restore = useRestoreItem()
  const { failure, decide } = useDecision({ opened, queue })
  const isOther = useWatch({ control, name: 'reason' }) === 'other'
  const submit = form.handleSubmit(async (body) => {
    const error = await decide({
      send: () => reject.mutateAsync({ params: { id: String(id) }, query: { revision }, body }),
      onDone: () => {
        settle()
        onClose()
        toastSuccess(texts.wasRejected(fileName), [
          {
            label: texts.undo,
            follow: () =>
              restore.mutate(id, {
                onSuccess: () => toastSuccess(texts.wasPutBack),
                onError: (problem) => toastError(problem),
              }),
          },
        ])
      },
      fallback: texts.notRejected,
    })
    showFieldErrors(error, form)
  })
  return (
    <FormModal opened onClose={() => !reject.isPending && onClose()} title={texts.rejectTitle}>
      <form className={classes.fields} onSubmit={(event) => void submit(event)} noValidate>
        {failure && (
          <Notice tone="negative" role="alert" title={texts.notRejected}>
            <p>{failure}</p>
          </Notice>
        )}
        <p className={classes.more}>{texts.rejectHint(INBOX_REJECTED_DAYS)}</p>
        <DecisionReason
          reasons={REJECTION_REASONS}
          reason={register('reason')}
          note={register('note')}
          isOther={isOther}
          errors={{ reason: formState.errors.reason?.message, note: formState.errors.note?.message }}
          hasFirstFocus
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} disabled={reject.isPending}>
            {words.cancel}
          </Button>
          <SubmitButton
            color="red"
            isPending={reject.isPending}
            pendingLabel={texts.rejecting}
            leftSection={<IconBan size={16} stroke={1.75} />}
          >
            {texts.reject}
          </SubmitButton>
        </div>
      </form>
    </FormModal>
  )
}
