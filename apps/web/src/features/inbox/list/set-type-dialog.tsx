import { Button, Modal } from '@mantine/core'
import type { InboxItem } from '@zelab/contract'
import { VALIDATION } from '@zelab/contract/messages'
import { type FormEvent, useState } from 'react'
import { ReportTypePicker } from '../../../entities/report/report-type-picker.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import { toastProblem, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import type { RenderNewReportType } from '../item/report-fields.tsx'
import { rememberType } from '../last-type.ts'
import { useSetType } from '../queries.ts'
import * as words from '../texts.ts'
import classes from './inbox-page.module.css'
import * as texts from './texts.ts'

interface SetTypeDialogProps {
  items: readonly InboxItem[]
  renderNewReportType: RenderNewReportType
  onClose: () => void
}

export function SetTypeDialog({ items, renderNewReportType, onClose }: SetTypeDialogProps) {
  const [typeId, setTypeId] = useState('')
  const [error, setError] = useState<string>()
  const { mutate, isPending } = useSetType()
  const choose = (id: string) => {
    setTypeId(id)
    setError(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typeId === '') return setError(VALIDATION.reportType)
    mutate(
      { ids: items.map(({ id }) => id), reportTypeId: Number(typeId) },
      {
        onSuccess: ({ set, left }) => {
          const type = useAppDataStore.getState().reportTypes.find(({ id }) => String(id) === typeId)
          if (set > 0) toastSuccess(texts.typeWasSet(set, type?.title ?? words.reportType))
          if (left > 0) toastProblem(texts.typeNotSet(left))
          rememberType(Number(typeId))
          onClose()
        },
        onError: (problem) => setError(messageOf(problem)),
      },
    )
  }
  return (
    <Modal opened onClose={() => !isPending && onClose()} title={texts.setTypeOf(items.length)}>
      <form className={classes.typeForm} onSubmit={submit} noValidate>
        <div className={classes.type}>
          <ReportTypePicker
            value={typeId}
            onChange={choose}
            onBlur={() => undefined}
            ref={null}
            error={error}
            data-autofocus
          />
          {renderNewReportType((id) => choose(String(id)))}
        </div>
        <p className={classes.hint}>{texts.setTypeHint}</p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {words.cancel}
          </Button>
          <SubmitButton isPending={isPending} pendingLabel={texts.settingType}>
            {texts.setType}
          </SubmitButton>
        </div>
      </form>
    </Modal>
  )
}
