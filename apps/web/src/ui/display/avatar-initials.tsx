import { initialsOf } from '../../lib/format.ts'
import classes from './display.module.css'

interface AvatarInitialsProps {
  name: string | null | undefined
  size?: number
  /** True next to the name, so that screen readers do not read it twice. */
  isDecorative?: boolean
}

export function AvatarInitials({ name, size = 32, isDecorative = false }: AvatarInitialsProps) {
  const initials = initialsOf(name)
  const letters = Math.max(2, initials.length)
  return (
    <span
      className={classes.avatar}
      style={{ inlineSize: size, blockSize: size, fontSize: Math.max(6, (size * 0.78) / letters) }}
      aria-hidden={isDecorative || undefined}
    >
      {initials}
    </span>
  )
}
