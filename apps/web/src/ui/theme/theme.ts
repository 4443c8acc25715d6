import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core'
import { createTheme } from '@mantine/core'
import { TOOLTIP_DELAY_MS } from '@zelab/contract/limits'
import { surfaceColors } from './surface-colors.ts'
import * as texts from '../texts.ts'

/** The one accent: a deep teal. Shade 7 carries white text at 6:1. */
const teal: MantineColorsTuple = [
  '#eef8f6',
  '#d9efeb',
  '#b3ded7',
  '#86cabf',
  '#5bb3a8',
  '#3b9c92',
  '#23867d',
  '#146f68',
  '#0f5a55',
  '#0b4643',
]

/** Greys with a trace of the accent, so that surfaces and accent belong together. */
const gray: MantineColorsTuple = [
  '#f6f8f8',
  '#eff3f3',
  '#e3e9e9',
  '#d3dbdc',
  '#b9c4c6',
  '#8f9da0',
  '#66757a',
  '#47555a',
  '#2f3b3f',
  '#1a2326',
]

const dark: MantineColorsTuple = [
  '#e1e8e9',
  '#bcc7c9',
  '#97a5a8',
  '#637276',
  '#323e42',
  '#273135',
  '#1c2529',
  '#141b1e',
  '#0e1416',
  '#090d0f',
]

export const theme = createTheme({
  colors: { teal, gray, dark },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 7 },
  white: '#ffffff',
  black: '#1a2326',
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: '"Inter Variable", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.45' },
    },
  },
  shadows: {
    md: '0 1px 2px rgb(16 32 34 / 6%), 0 8px 24px -8px rgb(16 32 34 / 16%)',
    xl: '0 1px 2px rgb(16 32 34 / 6%), 0 24px 64px -16px rgb(16 32 34 / 28%)',
  },
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        padding: 'lg',
        radius: 'lg',
        closeButtonProps: { 'aria-label': texts.close },
        // No blur: without a GPU every frame would cost 80 ms.
        overlayProps: { backgroundOpacity: 0.5 },
        transitionProps: { duration: 140, transition: 'pop' },
        // A dialog's title line is no second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
    },
    Tooltip: {
      defaultProps: {
        openDelay: TOOLTIP_DELAY_MS,
        transitionProps: { duration: 100 },
        events: { hover: true, focus: true, touch: false },
      },
    },
    Badge: { defaultProps: { tt: 'none', radius: 'sm', fw: 500 } },
    Paper: { defaultProps: { withBorder: true, radius: 'lg' } },
    Skeleton: { defaultProps: { radius: 'sm' } },
    Loader: { defaultProps: { type: 'oval' } },
    TextInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md', allowDeselect: false, checkIconPosition: 'right' } },
  },
})

export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, ...surfaceColors })
