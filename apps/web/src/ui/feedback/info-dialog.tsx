import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormModal } from '../form/form-modal.tsx'
import { DialogActions } from './dialog-actions.tsx'
import * as texts from '../texts.ts'

interface InfoDialogProps {
  title: string
  children: ReactNode
  onClose: () => void
}

/** Shows something that is read or copied, and then closed. */
export function InfoDialog({ title, children, onClose }: InfoDialogProps) {
  return (
    <FormModal opened onClose={onClose} title={title} size="36rem">
      <Stack>
        {children}
        <DialogActions>
          <Button onClick={onClose} data-autofocus>
            {texts.done}
          </Button>
        </DialogActions>
      </Stack>
    </FormModal>
  )
}
