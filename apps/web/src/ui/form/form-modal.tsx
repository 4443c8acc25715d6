import { Modal, type ModalProps } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { collectKeys, dropCollectedKeys, focusFirstField } from '../../lib/typed-ahead.ts'
import { openForms } from '../../lib/unsaved-input.ts'
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx'
import * as texts from './texts.ts'

interface FormModalProps extends Omit<ModalProps, 'ref'> {
  /** For a form without `useUnsavedForm`. */
  isChanged?: boolean
  /** Each step starts at the top and takes the focus. */
  step?: string
}

/** Forms of the page are not the dialog's. Its focus returns to the control that opened it. */
const pageNow = () => ({ forms: new Set(openForms), opener: document.activeElement })

/** A dialog that has loaded needs a moment until it takes the focus. */
const MOUNTED_WITHIN_MS = 1_000

/** In place of a dialog while it is loaded. */
export function DialogLoading() {
  useEffect(() => {
    collectKeys()
    return () => void setTimeout(dropCollectedKeys, MOUNTED_WITHIN_MS)
  }, [])
  return null
}

/** A dialog with a form. Escape and the close button ask before they discard unsaved input; Cancel does not. */
export function FormModal({ isChanged = false, step, children, ...modal }: FormModalProps) {
  const { opened, onClose } = modal
  const root = useRef<HTMLDivElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [page, setPage] = useState(() => (opened ? pageNow() : undefined))
  if (opened !== (page !== undefined)) {
    setPage(opened ? pageNow() : undefined)
    setIsAsking(false)
  }
  useEffect(
    () => () => {
      if (page?.opener instanceof HTMLElement && page.opener.isConnected) page.opener.focus()
    },
    [page],
  )

  const close = () => {
    const isTyped = [...openForms].some((form) => !page?.forms.has(form) && form.read() !== undefined)
    if (isChanged || isTyped) setIsAsking(true)
    else onClose()
  }
  // Mantine's Escape also closes the dialogs below the focused one.
  const closeWithEscape = ({ key, isComposing, target }: KeyboardEvent) => {
    if (!opened || key !== 'Escape' || isComposing || !(target instanceof Element)) return
    if (target.getAttribute('data-mantine-stop-propagation') === 'true') return
    if (target === document.body || root.current?.contains(target)) close()
  }
  useWindowEvent('keydown', closeWithEscape, { capture: true })

  return (
    <>
      <Modal
        key={step}
        closeOnClickOutside={false}
        {...modal}
        ref={root}
        closeOnEscape={false}
        onClose={close}
      >
        <div ref={focusFirstField}>{children}</div>
      </Modal>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.discardTitle}
        message={texts.discardMessage}
        confirmLabel={texts.discard}
        isOnTop
        onConfirm={() => {
          setIsAsking(false)
          onClose()
        }}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
