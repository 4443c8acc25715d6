import { Menu } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type Lab, labFields, typedPhoneField } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useDeleteLab, useUpdateLab } from './queries.ts'
import { DeleteDialog } from '../../ui/feedback/delete-dialog.tsx'
import { RowMenu } from '../../ui/actions/row-menu.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import * as words from '../../ui/texts.ts'
import * as texts from './texts.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useSchemaForm } from '../../ui/form/form-resolver.ts'
import { LabFieldset } from './lab-fieldset.tsx'

const SIGN = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** Edits or deletes a lab. The server refuses to delete a lab in use. */
export function LabActions({ lab }: { lab: Lab }) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const remove = useDeleteLab(lab.id)
  const close = () => setOpen(undefined)
  return (
    <>
      <RowMenu label={texts.moreFor(lab.name)}>
        <Menu.Item leftSection={<IconPencil {...SIGN} />} onClick={() => setOpen('edit')}>
          {words.edit}
        </Menu.Item>
        <Menu.Item
          color="var(--negative-text)"
          leftSection={<IconTrash {...SIGN} />}
          onClick={() => {
            remove.reset()
            setOpen('delete')
          }}
        >
          {words.deleteIt}
        </Menu.Item>
      </RowMenu>
      {open === 'edit' && <EditLabDialog lab={lab} onClose={close} />}
      <DeleteDialog
        isOpen={open === 'delete'}
        title={texts.askDeleteLab}
        message={texts.deleteQuestion(lab.name)}
        error={remove.error}
        isPending={remove.isPending}
        onConfirm={() =>
          // Not with `mutate` callbacks, which do not run after the card unmounts.
          void remove.mutateAsync().then(
            () => toastSuccess(SUCCESS.labDeleted),
            () => undefined,
          )
        }
        onCancel={close}
      />
    </>
  )
}

function EditLabDialog({ lab, onClose }: { lab: Lab; onClose: () => void }) {
  const update = useUpdateLab(lab.id)
  // A change by another user stays a conflict until the dialog is opened again.
  const [{ updatedAt, name, address, email, phone }] = useState(lab)
  const form = useSchemaForm(labFields(typedPhoneField(phone)), {
    defaultValues: {
      name,
      address: { line1: address.line1, city: address.city },
      email: email ?? '',
      phone: phone ?? '',
    },
  })
  return (
    <FormDialog
      title={texts.editLab}
      name={`lab ${lab.id}`}
      form={form}
      onSave={(checked) => update.mutateAsync({ ...checked, updatedAt })}
      needsChange
      onClose={onClose}
      size="38.75rem"
    >
      <LabFieldset form={form} hasPhone />
    </FormDialog>
  )
}
