import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useSessionStore } from '../../lib/session-store.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { toastError } from '../../ui/toasts.ts'
import { LogoutDialog } from '../logout-dialog.tsx'
import type { FindDialog } from './find-dialog.tsx'
import classes from './find-host.module.css'
import { MODIFIER } from './find-keys.ts'
import * as texts from './texts.tsx'

/** Long enough for the page itself to be there first. */
const FETCH_AFTER_MS = 1000

type Dialog = typeof FindDialog

/** The search of everything: the field in the header, the shortcut, and the dialog, which is fetched when all is quiet. */
export function FindHost({ isIconOnly }: { isIconOnly: boolean }) {
  // Before a required second factor is set up the server answers nothing else.
  const isLocked = useSessionStore(({ session }) => session?.secondFactor === 'required')
  return isLocked ? null : <Finder isIconOnly={isIconOnly} />
}

function Finder({ isIconOnly }: { isIconOnly: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isAskingLogout, setIsAskingLogout] = useState(false)
  const [LoadedDialog, setLoadedDialog] = useState<Dialog>()

  useEffect(() => {
    const timer = setTimeout(() => void fetchDialog().then(setLoadedDialog, () => undefined), FETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  // By itself the dialog would not know it the first time, when it comes open already.
  const openedFrom = useRef<Element>(null)
  const open = () => {
    // Whatever another dialog asks comes first; our own may be about to close.
    if (document.querySelector(`[aria-modal="true"]:not([aria-label="${texts.find}"])`)) return
    openedFrom.current = document.activeElement
    setIsOpen(true)
    if (!LoadedDialog)
      fetchDialog().then(setLoadedDialog, (error: unknown) => {
        setIsOpen(false)
        toastError(error)
      })
  }
  const close = () => {
    setIsOpen(false)
    const { current: element } = openedFrom
    if (element instanceof HTMLElement) requestAnimationFrame(() => element.focus({ preventScroll: true }))
  }
  useHotkeys([['mod+k', isOpen ? close : open]], [], true)

  const shared = {
    'aria-keyshortcuts': 'Control+K Meta+K',
    'aria-haspopup': 'dialog',
    onClick: open,
  } as const
  return (
    <>
      {isIconOnly ? (
        <IconButton label={texts.find} {...shared}>
          <IconSearch size={18} stroke={1.75} />
        </IconButton>
      ) : (
        <button type="button" className={classes.field} aria-label={texts.find} {...shared}>
          <IconSearch size={16} stroke={1.75} aria-hidden="true" />
          <span className={classes.hint}>{texts.searchPatientsAndReports}</span>
          <kbd className={classes.key}>{MODIFIER} K</kbd>
        </button>
      )}
      {LoadedDialog && (
        <LoadedDialog
          isOpen={isOpen}
          onClose={close}
          onChosen={() => setIsOpen(false)}
          onLogout={() => setIsAskingLogout(true)}
        />
      )}
      <LogoutDialog isOpen={isAskingLogout} onClose={() => setIsAskingLogout(false)} />
    </>
  )
}

/** Wrapped, as a state takes a bare function for a change of itself. */
const fetchDialog = async (): Promise<() => Dialog> => {
  const { FindDialog: loaded } = await import('./find-dialog.tsx')
  return () => loaded
}
