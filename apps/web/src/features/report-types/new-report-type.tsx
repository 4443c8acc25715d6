import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { zodResolver } from '@hookform/resolvers/zod'
import { IconPlus } from '@tabler/icons-react'
import type { ReportType } from '@zelab/contract'
import { reportTypeBody } from '@zelab/contract'
import { CONFIRM, SUCCESS } from '@zelab/contract/messages'
import type { SubmitEvent } from 'react'
import { useState } from 'react'
import type { Resolver } from 'react-hook-form'
import { useForm } from 'react-hook-form'
import { setReportTypes } from '../../lib/app-data-store.ts'
import { useAddReportType } from '../../lib/queries/report-types.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showFieldErrors } from '../../ui/field-errors.ts'
import { toastError, toastSuccess } from '../../ui/toasts.ts'
import classes from './new-report-type.module.css'

interface TypeFields {
  title: string
  description: string
}
type CheckedType = Pick<ReportType, 'title'> & { description?: string | undefined }

const resolver = zodResolver(reportTypeBody) as unknown as Resolver<TypeFields, unknown, CheckedType>
const EMPTY: TypeFields = { title: '', description: '' }

/** The button beside a report type picker, with the modal and the question behind it. */
export function NewReportType({ onAdded }: { onAdded: (id: number) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        className={classes.open}
        leftSection={<IconPlus size={14} stroke={2} />}
        onClick={() => setIsOpen(true)}
      >
        New Report Type
      </Button>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title="New Report Type">
        <TypeForm
          onCancel={() => setIsOpen(false)}
          onAdded={(id) => {
            setIsOpen(false)
            onAdded(id)
          }}
        />
      </Modal>
    </>
  )
}

interface TypeFormProps {
  onAdded: (id: number) => void
  onCancel: () => void
}

function TypeForm({ onAdded, onCancel }: TypeFormProps) {
  const addType = useAddReportType()
  const [asked, setAsked] = useState<CheckedType>()
  const form = useForm<TypeFields, unknown, CheckedType>({ resolver, defaultValues: EMPTY })
  const { errors } = form.formState

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    // React hands events of the modal on to the form that the button stands in.
    event.stopPropagation()
    void form.handleSubmit(setAsked)(event)
  }
  const add = (type: CheckedType) =>
    addType.mutate(type, {
      onSuccess: ({ data }) => {
        // At once, so that the picker knows the type before the list has been fetched again.
        setReportTypes([data])
        toastSuccess(SUCCESS.reportTypeAdded)
        onAdded(data.id)
      },
      onError: (error) => {
        setAsked(undefined)
        toastError(error)
        showFieldErrors(error, ['title', 'description'], form.setError)
      },
    })

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Title"
          required
          autoComplete="off"
          data-autofocus
          error={errors.title?.message}
          {...form.register('title')}
        />
        <Textarea
          label="Description"
          description="Optional"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={2}
          maxRows={5}
          error={errors.description?.message}
          {...form.register('description')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit">Add Report Type</Button>
        </Group>
      </Stack>
      <ConfirmDialog
        isOpen={asked !== undefined}
        title="Add report type"
        message={CONFIRM.addReportType(asked?.title ?? '')}
        confirmLabel="Add"
        pendingLabel="Adding..."
        isPending={addType.isPending}
        onConfirm={() => asked && add(asked)}
        onCancel={() => setAsked(undefined)}
      />
    </form>
  )
}
