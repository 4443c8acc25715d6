import type { VariantColorsResolver } from '@mantine/core'
import { createTheme } from '@mantine/core'
import { TOOLTIP_DELAY_MS } from '../../lib/limits.ts'

/** The colors of buttons: filled for the one main action, a border for the others, plain in rows. */
const variantColorResolver: VariantColorsResolver = ({ color, variant }) => {
  const isRed = color === 'red'
  const plain = isRed ? 'var(--negative-text)' : color === 'gray' ? 'var(--ink)' : 'var(--action)'
  const border = 'var(--no-edge)'
  if (variant === 'filled')
    return isRed
      ? { background: plain, hover: 'var(--negative-hover)', color: 'var(--on-negative)', border }
      : { background: plain, hover: 'var(--action-hover)', color: 'var(--on-action)', border }
  if (variant === 'default')
    return {
      background: 'var(--sheet)',
      hover: 'var(--sheet-hover)',
      color: 'var(--ink)',
      border: 'var(--button-edge)',
    }
  return { background: 'transparent', hover: 'var(--hover)', color: plain, border }
}

/** Defaults of Mantine's components; colors and sizes are in mantine-colors.css and mantine-sizes.css. */
export const theme = createTheme({
  primaryColor: 'teal',
  variantColorResolver,
  respectReducedMotion: true,
  components: {
    Tooltip: {
      defaultProps: {
        openDelay: TOOLTIP_DELAY_MS,
        transitionProps: { duration: 120 },
        events: { hover: true, focus: true, touch: false },
      },
    },
    Menu: { defaultProps: { transitionProps: { duration: 120 } } },
    Badge: { defaultProps: { tt: 'none', radius: 'sm', fw: 500 } },
    Paper: { defaultProps: { withBorder: true, radius: 'lg' } },
    Skeleton: { defaultProps: { radius: 'sm' } },
    Loader: { defaultProps: { type: 'oval' } },
    TextInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
  },
})
