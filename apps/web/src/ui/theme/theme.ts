import type { VariantColorsResolver } from '@mantine/core'
import { createTheme } from '@mantine/core'
import * as texts from '../texts.ts'

/** Button colors: filled for the primary action, outlined for others, plain in rows. */
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

/** Arabic names and titles start at the right, also while they are typed. The property `dir` is for the icons, too. */
const TYPED_DIRECTION = { input: { dir: 'auto' } }

/** Defaults of Mantine components; colors and sizes are in mantine-colors.css and mantine-sizes.css. */
export const theme = createTheme({
  primaryColor: 'teal',
  variantColorResolver,
  respectReducedMotion: true,
  components: {
    Menu: { defaultProps: { transitionProps: { duration: 120 } } },
    Modal: {
      defaultProps: {
        centered: true,
        padding: 'lg',
        // No blur, which costs 80 ms per frame without a GPU.
        overlayProps: { backgroundOpacity: 0.5 },
        transitionProps: { transition: 'fade', duration: 120 },
        closeButtonProps: { 'aria-label': texts.close },
        attributes: {
          // The header of a dialog must not be a second banner landmark.
          header: { role: 'presentation' },
          // Otherwise, the whole body describes the dialog. A lead sentence has the id `<dialog>-body`.
          body: { id: undefined },
        },
      },
    },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Checkbox: { defaultProps: { iconColor: 'var(--on-action)' } },
    Radio: { defaultProps: { iconColor: 'var(--on-action)' } },
    Select: {
      defaultProps: {
        size: 'md',
        searchable: true,
        allowDeselect: false,
        checkIconPosition: 'right',
        withScrollArea: false,
      },
    },
    Paper: { defaultProps: { withBorder: true, radius: 'lg' } },
    Skeleton: { defaultProps: { radius: 'sm' } },
    Loader: { defaultProps: { type: 'oval' } },
    TextInput: { defaultProps: { size: 'md', attributes: TYPED_DIRECTION } },
    Textarea: { defaultProps: { size: 'md', attributes: TYPED_DIRECTION } },
  },
})
