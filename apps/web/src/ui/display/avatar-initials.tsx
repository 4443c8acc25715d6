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
  const fontSize = Math.max(6, Math.min(size * 0.39, (size * 0.95) / initials.length))
  return (
    <span
      className={classes.avatar}
      style={{ inlineSize: size, blockSize: size, fontSize }}
      aria-hidden={isDecorative || undefined}
    >
      {initials}
    </span>
  )
}
