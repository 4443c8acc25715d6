import { formatPatientId } from '../../lib/format.ts'
import { useShortcutState } from '../../lib/shortcut-settings.ts'
import classes from './display.module.css'

export function ZlId({ id }: { id: number }) {
  return (
    <bdi dir="ltr" className={classes.tag}>
      {formatPatientId(id)}
    </bdi>
  )
}

/** How many, behind a name. */
export function Count({ children }: { children: string }) {
  return <span className={classes.count}>{children}</span>
}

interface KbdProps {
  children: string
  /** Also works when single-key shortcuts are disabled. */
  hasModifier?: boolean
}

/** The key of a button, visual only; screen readers get its `aria-keyshortcuts`. */
export function Kbd({ children, hasModifier = false }: KbdProps) {
  const hasSingleKeys = useShortcutState((state) => state.hasSingleKeys)
  if (!hasSingleKeys && !hasModifier) return null
  return (
    <kbd className={classes.kbd} aria-hidden="true">
      {children}
    </kbd>
  )
}
