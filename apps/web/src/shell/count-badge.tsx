import { VisuallyHidden } from '@mantine/core'
import classes from './sidebar.module.css'

/** More than this is shown as such. */
const MOST = 99

/** The number beside an entry; its name stays as it is. */
export function CountBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={classes.count} aria-hidden="true">
      {count > MOST ? `${MOST}+` : count}
    </span>
  )
}

interface CountDescriptionProps {
  id: string
  count: number
  say: (count: number) => string
}

/** The same in words, for the description of the entry. */
export function CountDescription({ id, count, say }: CountDescriptionProps) {
  return <VisuallyHidden id={id}>{count > 0 && say(count)}</VisuallyHidden>
}
