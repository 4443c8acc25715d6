import { Box } from '@mantine/core'
import type { InboxItem } from '@zelab/contract'
import { VALIDATION } from '@zelab/contract/messages'
import { useController, useForm } from 'react-hook-form'
import type { RenderNewReportType } from '../../../entities/report/form/report-fields.tsx'
import { ReportTypePicker } from '../../../entities/report/report-type-picker.tsx'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import { toastProblem, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import * as words from '../texts.ts'
import * as texts from './texts.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { api } from '../../../lib/api-client.ts'

interface SetTypeDialogProps {
  items: readonly InboxItem[]
  renderNewReportType: RenderNewReportType
  onClose: () => void
}

export function SetTypeDialog({ items, renderNewReportType, onClose }: SetTypeDialogProps) {
  const setType = useEndpoint(api.inbox.setType)
  const form = useForm({ defaultValues: { reportTypeId: '' } })
  const { field, fieldState } = useController({
    control: form.control,
    name: 'reportTypeId',
    rules: { required: VALIDATION.reportType },
  })
  return (
    <FormDialog
      form={form}
      title={texts.setTypeOf(items.length)}
      lead={texts.setTypeHint}
      size="md"
      success={null}
      submitLabel={texts.setType}
      pendingLabel={texts.settingType}
      onSave={async ({ reportTypeId }) => {
        const ids = items.map(({ id }) => id)
        const { data } = await setType.mutateAsync({ body: { ids, reportTypeId: Number(reportTypeId) } })
        const { set, left } = data
        const type = useAppDataStore.getState().reportTypes.find(({ id }) => String(id) === reportTypeId)
        if (set > 0) toastSuccess(texts.typeWasSet(set, type?.title ?? words.reportType))
        if (left > 0) toastProblem(texts.typeNotSet(left))
      }}
      onClose={onClose}
    >
      <Box pos="relative">
        <ReportTypePicker {...field} error={fieldState.error?.message} data-autofocus />
        {renderNewReportType((id) => field.onChange(String(id)))}
      </Box>
    </FormDialog>
  )
}
