import { Modal } from '@mantine/core'
import { useIsPhoneWidth } from '../../ui/layout/window.ts'
import classes from './search.module.css'
import { SearchPanel } from './search-panel.tsx'
import * as texts from './texts.tsx'

interface SearchDialogProps {
  isOpen: boolean
  onClose: () => void
  onChosen: () => void
  onLogout: () => void
}

/** The focus goes to the destination, so the dialog does not return it. */
export function SearchDialog({ isOpen, onClose, onChosen, onLogout }: SearchDialogProps) {
  const isPhone = useIsPhoneWidth()
  const after = (action: () => void) => () => {
    onChosen()
    document.getElementById('content')?.focus({ preventScroll: true })
    action()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      returnFocus={false}
      withCloseButton={false}
      fullScreen={isPhone}
      size="40rem"
      // No transition, so that the next key reaches the field.
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': texts.search }, body: { id: undefined } }}
      padding={0}
      classNames={{ inner: classes.frame, content: classes.sheet, body: classes.body }}
    >
      <SearchPanel after={after} onClose={onClose} onLogout={onLogout} />
    </Modal>
  )
}
