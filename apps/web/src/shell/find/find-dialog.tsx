import { Modal } from '@mantine/core'
import { useIsPhoneWidth } from '../../ui/layout/phone-width.ts'
import classes from './find-dialog.module.css'
import { FindPanel } from './find-panel.tsx'
import * as texts from './texts.tsx'

interface FindDialogProps {
  isOpen: boolean
  onClose: () => void
  onChosen: () => void
  onLogout: () => void
}

/** The dialog of the search. What is chosen takes the focus with it. */
export function FindDialog({ isOpen, onClose, onChosen, onLogout }: FindDialogProps) {
  const isPhone = useIsPhoneWidth()
  const after = (deed: () => void) => () => {
    onChosen()
    document.getElementById('content')?.focus({ preventScroll: true })
    deed()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      returnFocus={false}
      withCloseButton={false}
      centered={false}
      fullScreen={isPhone}
      size="40rem"
      yOffset="10vh"
      padding={0}
      // Whoever pressed the keys goes on typing.
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': texts.find } }}
      classNames={{ body: classes.body ?? '' }}
    >
      <FindPanel after={after} onClose={onClose} onLogout={onLogout} />
    </Modal>
  )
}
