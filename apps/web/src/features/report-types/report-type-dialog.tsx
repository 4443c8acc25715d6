import { Checkbox, Textarea, TextInput } from '@mantine/core'
import type { ReportType } from '@zelab/contract'
import { reportTypeBody } from '@zelab/contract'
import { CONFIRM, SUCCESS } from '@zelab/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { setReportTypes } from '../../lib/app-data-store.ts'
import { useUpdateReportType } from './queries.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { editedFields, fieldProps, useSchemaForm, type SchemaForm } from '../../ui/form/form-resolver.ts'
import * as words from '../../ui/form/texts.ts'
import * as texts from './texts.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { api } from '../../lib/api-client.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'

interface ReportTypeDialogProps {
  /** Absent for a new type, which needs a confirmation. */
  type?: ReportType
  onAdded?: (id: number) => void
  onClose: () => void
}

export function ReportTypeDialog({ type, onAdded, onClose }: ReportTypeDialogProps) {
  const addType = useEndpoint(api.reportTypes.add)
  const updateType = useUpdateReportType(type?.id ?? 0)
  const form = useSchemaForm(reportTypeBody, {
    defaultValues: {
      title: type?.title ?? '',
      description: type?.description ?? '',
      isSensitive: type?.isSensitive ?? false,
      loinc: type?.loinc ?? '',
    },
  })
  const forNew = {
    title: texts.newReportType,
    submitLabel: texts.addReportType,
    success: SUCCESS.reportTypeAdded,
    question: ({ title }: { title: string }) => ({
      title: texts.askAddReportType,
      message: CONFIRM.addReportType(title),
      confirmLabel: texts.add,
      pendingLabel: texts.adding,
    }),
  }
  return (
    <FormDialog
      {...(type ? { title: texts.editReportType, needsChange: true } : forNew)}
      name={`report type ${type?.id ?? 'new'}`}
      form={form}
      onSave={async (checked) => {
        if (type) return updateType.mutateAsync(editedFields(form, checked))
        const { data } = await addType.mutateAsync({ body: checked })
        // The picker needs the type before the list is refetched.
        setReportTypes([data])
        onAdded?.(data.id)
        return data
      }}
      onClose={onClose}
      size="md"
    >
      <TextInput
        label={texts.typeTitle}
        required
        autoComplete="off"
        data-autofocus
        {...fieldProps(form, 'title')}
      />
      {type && <RenameNote type={type} form={form} />}
      <Textarea
        label={texts.typeDescription}
        description={words.optional}
        autosize
        minRows={2}
        maxRows={5}
        {...fieldProps(form, 'description')}
      />
      <TextInput
        label={texts.loinc}
        description={texts.loincHint}
        placeholder="11502-2"
        autoComplete="off"
        {...fieldProps(form, 'loinc')}
      />
      <Checkbox
        label={texts.sensitive}
        description={texts.sensitiveHint}
        {...fieldProps(form, 'isSensitive')}
      />
    </FormDialog>
  )
}

function RenameNote({ type, form }: { type: ReportType; form: SchemaForm<typeof reportTypeBody> }) {
  const title = useWatch({ control: form.control, name: 'title' })
  const isRenamed = title.trim() !== type.title
  const usage = useQuery({
    ...endpointQuery(api.reportTypes.usage, { params: { id: type.id } }),
    enabled: isRenamed,
    // Never served from the cache: the user decides based on this number.
    gcTime: 0,
  })
  if (!isRenamed) return null
  return (
    <Notice tone="info" title={texts.everyLabUsesIt}>
      {texts.renameNote} {usage.data !== undefined && texts.keepTitle(usage.data.reports, type.title)}
    </Notice>
  )
}
