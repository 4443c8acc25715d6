import { Textarea } from '@mantine/core'
import type { allowMessageForm, returnReportForm } from '@zelab/contract'
import type { ReactNode } from 'react'
import { FormDialog } from './form-dialog.tsx'
import { fieldProps, useSchemaForm } from './form-resolver.ts'

interface ReasonDialogProps {
  title: string
  hint: string
  label: string
  confirmLabel: string
  pendingLabel: string
  schema: typeof allowMessageForm | typeof returnReportForm
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
  isBlocked?: boolean
  head?: ReactNode
  children?: ReactNode
}

/** Asks for a reason of free text. */
export function ReasonDialog({
  hint,
  label,
  confirmLabel,
  schema,
  onConfirm,
  children,
  ...dialog
}: ReasonDialogProps) {
  const form = useSchemaForm(schema, { defaultValues: { reason: '' } })
  return (
    <FormDialog
      {...dialog}
      lead={hint}
      form={form}
      submitLabel={confirmLabel}
      success={null}
      size="md"
      onSave={({ reason }) => onConfirm(reason)}
    >
      <Textarea
        label={label}
        required
        autosize
        minRows={3}
        maxRows={8}
        data-autofocus
        {...fieldProps(form, 'reason')}
      />
      {children}
    </FormDialog>
  )
}
