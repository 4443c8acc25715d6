import type { MantineTransition } from '@mantine/core'
import {
  ModalBase,
  ModalBaseBody,
  ModalBaseCloseButton,
  ModalBaseContent,
  ModalBaseHeader,
  ModalBaseOverlay,
  ModalBaseTitle,
} from '@mantine/core'
import type { KeyboardEventHandler, ReactNode } from 'react'
import classes from './dialog.module.css'
import * as texts from '../texts.ts'

/** One more than Mantine's. */
const ON_TOP = 201

interface DialogProps {
  opened: boolean
  onClose: () => void
  children: ReactNode
  /** The heading and the accessible name. */
  title?: string
  /** The accessible name of a dialog without a heading. */
  label?: string
  /** A CSS width. */
  width?: string
  isFullScreen?: boolean
  padding?: 'md' | 'lg'
  withCloseButton?: boolean
  /** False where a stray click would throw away what was typed. */
  closeOnClickOutside?: boolean
  /** False where the focus goes elsewhere. */
  returnFocus?: boolean
  /** Above a dialog that is open already. */
  isOnTop?: boolean
  transition?: MantineTransition
  transitionMs?: number
  onKeyDown?: KeyboardEventHandler<HTMLElement>
  /** For dialogs that lay themselves out: no padding, and the place is theirs. */
  custom?: { frame?: string | undefined; sheet?: string | undefined; body?: string | undefined }
}

/**
 * A dialog: Mantine's `ModalBase` (focus trap, Escape, scroll lock, labels) with our own layout. Its `Modal` would add its
 * own scroll bars.
 */
export function Dialog({
  opened,
  onClose,
  children,
  title,
  label,
  width,
  isFullScreen = false,
  padding = 'lg',
  withCloseButton = true,
  closeOnClickOutside = true,
  returnFocus = true,
  isOnTop = false,
  transition = 'fade',
  transitionMs = 120,
  onKeyDown,
  custom,
}: DialogProps) {
  return (
    <ModalBase
      opened={opened}
      onClose={onClose}
      onKeyDown={onKeyDown}
      closeOnClickOutside={closeOnClickOutside}
      closeOnEscape
      trapFocus
      returnFocus={returnFocus}
      lockScroll
      withinPortal
      padding={custom ? 0 : padding}
      {...(isOnTop && { zIndex: ON_TOP })}
      transitionProps={{ transition, duration: transitionMs }}
    >
      {/* No blur: without a GPU every frame would cost 80 ms. */}
      <ModalBaseOverlay backgroundOpacity={0.5} />
      <ModalBaseContent
        className={`${classes.sheet} ${custom?.sheet ?? ''}`}
        innerProps={{ className: `${classes.frame} ${custom?.frame ?? ''}` }}
        style={{ flexBasis: isFullScreen ? '100%' : width }}
        data-full-screen={isFullScreen || undefined}
        aria-label={label}
      >
        {(title !== undefined || withCloseButton) && (
          // The title line of a dialog is no second banner of the page.
          <ModalBaseHeader className={classes.header} role="presentation">
            {title !== undefined && <ModalBaseTitle className={classes.title}>{title}</ModalBaseTitle>}
            {withCloseButton && <ModalBaseCloseButton aria-label={texts.close} />}
          </ModalBaseHeader>
        )}
        <ModalBaseBody {...(custom?.body && { className: custom.body })}>{children}</ModalBaseBody>
      </ModalBaseContent>
    </ModalBase>
  )
}
