import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core'
import type { FormInput, FormOutput, ReportType } from '@zelab/contract'
import { reportTypeBody } from '@zelab/contract'
import { CONFIRM, SUCCESS } from '@zelab/contract/messages'
import { useQuery } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useForm, useWatch } from 'react-hook-form'
import { formResolver } from '../../ui/form/form-resolver.ts'
import { setReportTypes } from '../../lib/app-data-store.ts'
import {
  reportTypeUsageQuery,
  useAddReportType,
  useUpdateReportType,
} from '../../lib/queries/report-types.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { showRefusal } from '../../ui/form/field-errors.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { useUnsavedForm } from '../../ui/form/unsaved-form.ts'
import * as texts from './texts.ts'

type TypeFields = FormInput<typeof reportTypeBody>
type CheckedType = FormOutput<typeof reportTypeBody>

interface ReportTypeFormProps {
  /** Absent for a new type, which needs a confirmation. */
  type?: ReportType
  onSaved: (id: number) => void
  onCancel: () => void
}

export function ReportTypeForm({ type, onSaved, onCancel }: ReportTypeFormProps) {
  const addType = useAddReportType()
  const updateType = useUpdateReportType(type?.id ?? 0)
  const [asked, setAsked] = useState<CheckedType>()
  const form = useForm<TypeFields, unknown, CheckedType>({
    resolver: formResolver(reportTypeBody),
    defaultValues: {
      title: type?.title ?? '',
      description: type?.description ?? '',
      isSensitive: type?.isSensitive ?? false,
    },
  })
  const { errors, isDirty } = form.formState

  useUnsavedForm(form, { name: `report type ${type?.id ?? 'new'}` })

  const refuse = (error: unknown) => {
    setAsked(undefined)
    showRefusal(error, form)
  }
  const add = (checked: CheckedType) =>
    addType.mutate(checked, {
      onSuccess: ({ data }) => {
        // The picker needs the type before the list is refetched.
        setReportTypes([data])
        toastSuccess(SUCCESS.reportTypeAdded)
        onSaved(data.id)
      },
      onError: refuse,
    })
  const update = (checked: CheckedType) =>
    updateType.mutate(checked, {
      onSuccess: ({ data }) => {
        toastSuccess(SUCCESS.saved)
        onSaved(data.id)
      },
      onError: refuse,
    })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    // React events bubble through portals to the form around the button.
    event.stopPropagation()
    void form.handleSubmit(type ? update : setAsked)(event)
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={texts.typeTitle}
          required
          autoComplete="off"
          data-autofocus
          error={errors.title?.message}
          {...form.register('title')}
        />
        {type && <RenameNote type={type} form={form} />}
        <Textarea
          label={texts.typeDescription}
          description={texts.optional}
          autosize
          minRows={2}
          maxRows={5}
          error={errors.description?.message}
          {...form.register('description')}
        />
        <Checkbox
          label={texts.sensitive}
          description={texts.sensitiveHint}
          {...form.register('isSensitive')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel} disabled={updateType.isPending}>
            {texts.cancel}
          </Button>
          {type ? (
            <SubmitButton isPending={updateType.isPending} pendingLabel={texts.saving} disabled={!isDirty}>
              {texts.saveChanges}
            </SubmitButton>
          ) : (
            <Button type="submit">{texts.addReportType}</Button>
          )}
        </Group>
      </Stack>
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={texts.askAddReportType}
        message={CONFIRM.addReportType(asked?.title ?? '')}
        confirmLabel={texts.add}
        pendingLabel={texts.adding}
        isPending={addType.isPending}
        onConfirm={() => asked && add(asked)}
        onCancel={() => setAsked(undefined)}
      />
    </form>
  )
}

function RenameNote({
  type,
  form,
}: {
  type: ReportType
  form: UseFormReturn<TypeFields, unknown, CheckedType>
}) {
  const title = useWatch({ control: form.control, name: 'title' })
  const isRenamed = title.trim() !== type.title
  const usage = useQuery({ ...reportTypeUsageQuery(type.id), enabled: isRenamed })
  if (!isRenamed) return null
  return (
    <Notice tone="info" title={texts.everyLabUsesIt}>
      {texts.renameNote} {usage.data !== undefined && texts.keepTitle(usage.data, type.title)}
    </Notice>
  )
}
