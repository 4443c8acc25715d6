import { useEffect, useRef } from 'react'
import { serverNow } from '../lib/activity-clock.ts'
import { useBrand } from '../lib/brand.ts'
import { formatDateTime } from '../lib/format.ts'
import { useCurrentUser } from '../lib/session-store.ts'
import classes from './shell.module.css'
import * as texts from './texts.tsx'

const SCHEME = 'data-mantine-color-scheme'

/** Printed header with lab, user and time. Paper is white in both color schemes. */
export function PrintHeader() {
  const { fullName, lab } = useCurrentUser()
  const product = useBrand(({ productName }) => productName)
  const printed = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const { documentElement: root } = document
    const scheme = () => root.getAttribute(SCHEME) ?? 'light'
    let shown = scheme()
    const prepare = () => {
      shown = scheme()
      root.setAttribute(SCHEME, 'light')
      if (printed.current)
        printed.current.textContent = texts.printedBy(
          fullName,
          formatDateTime(new Date(serverNow()).toISOString()),
        )
    }
    const restore = () => root.setAttribute(SCHEME, shown)
    window.addEventListener('beforeprint', prepare)
    window.addEventListener('afterprint', restore)
    return () => {
      window.removeEventListener('beforeprint', prepare)
      window.removeEventListener('afterprint', restore)
    }
  }, [fullName])
  return (
    <p className={classes.head} aria-hidden="true">
      <strong>{[product, lab?.name].filter(Boolean).join(' · ')}</strong>
      <span ref={printed} />
    </p>
  )
}
