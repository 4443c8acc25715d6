import type { VariantColorsResolver } from '@mantine/core'
import { createTheme } from '@mantine/core'
import { TOOLTIP_DELAY_MS } from '@zelab/contract/limits'

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

export const theme = createTheme({
  primaryColor: 'teal',
  variantColorResolver,
  defaultRadius: 'sm',
  radius: { xs: '6px', sm: '6px', md: '6px', lg: '10px', xl: '10px' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.5rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: '"Inter Variable", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1rem', sm: '1.25rem', md: '1.25rem', lg: '1.5rem', xl: '1.75rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.75rem' },
      h2: { fontSize: '1rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    },
  },
  shadows: { md: 'var(--shadow)', xl: 'var(--shadow)' },
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
    Checkbox: { defaultProps: { iconColor: 'var(--on-action)' } },
    Radio: { defaultProps: { iconColor: 'var(--on-action)' } },
    Paper: { defaultProps: { withBorder: true, radius: 'lg' } },
    Skeleton: { defaultProps: { radius: 'sm' } },
    Loader: { defaultProps: { type: 'oval' } },
    TextInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
  },
})
