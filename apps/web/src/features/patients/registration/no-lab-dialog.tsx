import { Button, Group, Modal } from '@mantine/core'
import { NoLabAdvice } from '../../../ui/feedback/no-lab-notice.tsx'
import * as texts from '../texts.tsx'

interface NoLabDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Shown to a user without a lab instead of a registration (section 6, AMB-23). */
export function NoLabDialog({ isOpen, onClose }: NoLabDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={texts.registrationNotPossible} withCloseButton={false}>
      <div role="alert">
        <NoLabAdvice lead={texts.noPatientNoLab} />
      </div>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {texts.ok}
        </Button>
      </Group>
    </Modal>
  )
}
