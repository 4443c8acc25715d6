import { Group } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReportType } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useCan } from '../../lib/session-store.ts'
import { useDeleteReportType } from './queries.ts'
import { DeleteDialog } from '../../ui/feedback/delete-dialog.tsx'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { ReportTypeDialog } from './report-type-dialog.tsx'
import * as texts from './texts.ts'

/** Renames or deletes a report type. The server refuses to delete a type in use. */
export function ReportTypeActions({ type }: { type: ReportType }) {
  const may = useCan()
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const remove = useDeleteReportType(type.id)
  const close = () => setOpen(undefined)
  return (
    <Group gap={2} wrap="nowrap">
      {may('reports:edit') && (
        <IconButton label={texts.edit(type.title)} onClick={() => setOpen('edit')}>
          <IconPencil size={18} stroke={1.75} />
        </IconButton>
      )}
      {may('reports:delete') && (
        <IconButton
          label={texts.deleteType(type.title)}
          onClick={() => {
            remove.reset()
            setOpen('delete')
          }}
        >
          <IconTrash size={18} stroke={1.75} />
        </IconButton>
      )}
      {open === 'edit' && <ReportTypeDialog type={type} onClose={close} />}
      <DeleteDialog
        isOpen={open === 'delete'}
        title={texts.askDeleteReportType}
        message={texts.deleteQuestion(type.title)}
        error={remove.error}
        isPending={remove.isPending}
        onConfirm={() =>
          // Not with `mutate` callbacks, which do not run after the row unmounts.
          void remove.mutateAsync().then(
            () => toastSuccess(SUCCESS.reportTypeDeleted),
            () => undefined,
          )
        }
        onCancel={close}
      />
    </Group>
  )
}
