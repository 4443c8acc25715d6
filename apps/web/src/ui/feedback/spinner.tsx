import { Loader, VisuallyHidden } from '@mantine/core'
import classes from './status-page.module.css'
import * as texts from '../texts.ts'

interface SpinnerProps {
  label?: string
}

export function Spinner({ label = texts.loading }: SpinnerProps) {
  return (
    <div className={classes.spinner} role="status">
      <Loader size="md" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </div>
  )
}

interface FullScreenSpinnerProps extends SpinnerProps {
  /** Translucent, above the page. */
  isVeil?: boolean
}

export function FullScreenSpinner({ label = texts.loading, isVeil = false }: FullScreenSpinnerProps) {
  return (
    <div className={classes.screen} data-veil={isVeil || undefined} data-testid="full-screen-spinner">
      <Spinner label={label} />
    </div>
  )
}
