import { Box } from '@mantine/core'
import { messageOf } from '../../lib/api-error.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Notice } from './notice.tsx'
import * as texts from '../texts.ts'

interface DeleteDialogProps {
  isOpen: boolean
  title: string
  message: string
  error: unknown
  isPending: boolean
  onConfirm: () => void
  onCancel: () => void
}

export function DeleteDialog({ error, ...dialog }: DeleteDialogProps) {
  return (
    <ConfirmDialog {...dialog} confirmLabel={texts.deleteIt} pendingLabel={texts.deleting} isDangerous>
      {error !== null && (
        <Box mt="md">
          <Notice tone="negative" role="alert" title={texts.nothingWasDeleted}>
            {messageOf(error)}
          </Notice>
        </Box>
      )}
    </ConfirmDialog>
  )
}
