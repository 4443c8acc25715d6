import { useShortcutState } from '../../lib/shortcut-settings.ts'
import classes from './display.module.css'

interface KbdProps {
  children: string
  /** Works when shortcuts of single keys are off, too. */
  hasModifier?: boolean
}

/** The key of a button, for the eye; screen readers get `aria-keyshortcuts` of the button. */
export function Kbd({ children, hasModifier = false }: KbdProps) {
  const hasSingleKeys = useShortcutState((state) => state.hasSingleKeys)
  if (!hasSingleKeys && !hasModifier) return null
  return (
    <kbd className={classes.kbd} aria-hidden="true">
      {children}
    </kbd>
  )
}
