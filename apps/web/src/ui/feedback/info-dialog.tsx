import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormModal } from '../form/form-modal.tsx'
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
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {texts.done}
          </Button>
        </Group>
      </Stack>
    </FormModal>
  )
}
