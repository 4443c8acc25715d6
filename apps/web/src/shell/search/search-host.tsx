import { Text } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { GENERAL_SHORTCUTS, useModifierKey, MODIFIER } from '../shortcuts/shortcut-list.ts'
import { isSetUpFirst, useSessionStore } from '../../lib/session-store.ts'
import { Kbd } from '../../ui/display/tags.tsx'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { LogoutDialog } from '../logout-dialog.tsx'
import { SearchDialog } from './search-dialog.tsx'
import classes from './search.module.css'
import * as texts from './texts.tsx'

/** The dialog is part of the shell bundle, so that no key typed after the shortcut is lost. */
export function SearchHost({ isIconOnly }: { isIconOnly: boolean }) {
  // The server refuses all other requests until a required second factor is set up.
  const isLocked = useSessionStore(isSetUpFirst)
  return isLocked ? null : <SearchControl isIconOnly={isIconOnly} />
}

function SearchControl({ isIconOnly }: { isIconOnly: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isAskingLogout, setIsAskingLogout] = useState(false)

  const openedFrom = useRef<Element>(null)
  const open = () => {
    // Another dialog takes precedence; our own may be closing.
    if (document.querySelector(`[aria-modal="true"]:not([aria-label="${texts.search}"])`)) return
    openedFrom.current = document.activeElement
    setIsOpen(true)
  }
  const close = () => {
    setIsOpen(false)
    const { current: element } = openedFrom
    if (element instanceof HTMLElement) requestAnimationFrame(() => element.focus({ preventScroll: true }))
  }
  useModifierKey(GENERAL_SHORTCUTS.search.key, isOpen ? close : open)

  const shared = {
    'aria-keyshortcuts': 'Control+K Meta+K',
    'aria-haspopup': 'dialog',
    onClick: open,
  } as const
  return (
    <>
      {isIconOnly ? (
        <IconButton label={texts.search} {...shared}>
          <IconSearch size={18} stroke={1.75} />
        </IconButton>
      ) : (
        <button type="button" className={classes.opener} aria-label={texts.search} {...shared}>
          <IconSearch size={16} stroke={1.75} aria-hidden="true" />
          <Text span inherit flex={1} truncate>
            {texts.searchPatientsAndReports}
          </Text>
          <Kbd hasModifier>{`${MODIFIER} K`}</Kbd>
        </button>
      )}
      <SearchDialog
        isOpen={isOpen}
        onClose={close}
        onChosen={() => setIsOpen(false)}
        onLogout={() => setIsAskingLogout(true)}
      />
      <LogoutDialog isOpen={isAskingLogout} onClose={() => setIsAskingLogout(false)} />
    </>
  )
}
