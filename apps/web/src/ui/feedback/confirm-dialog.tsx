import { Box, Button, Modal, Text, type ModalProps } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { SubmitButton } from '../form/submit-button.tsx'
import { DialogActions } from './dialog-actions.tsx'
import * as texts from '../texts.ts'

/** Mantine's z-index of modals is 200. */
const ON_TOP = 201

interface MessageDialogProps extends ModalProps {
  head?: ReactNode
  message?: ReactNode
  actions?: ReactNode
}

export function MessageDialog({ head, message, actions, children, ...modal }: MessageDialogProps) {
  const id = useId()
  return (
    <Modal id={id} withCloseButton={false} {...modal}>
      {head && <Box mb="sm">{head}</Box>}
      {message && <Text id={`${id}-body`}>{message}</Text>}
      {children}
      {actions && <DialogActions>{actions}</DialogActions>}
    </Modal>
  )
}

interface ConfirmDialogProps {
  isOpen: boolean
  /** Short and neutral, such as "Publish report". */
  title: string
  message: string
  /** The patient, above the message. */
  head?: ReactNode
  children?: ReactNode
  confirmLabel: string
  pendingLabel?: string
  isPending?: boolean
  /** False when a larger spinner is shown. */
  hasSpinner?: boolean
  isDangerous?: boolean
  isBlocked?: boolean
  isOnTop?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Cancel has the initial focus; the dialog cannot be closed while pending. */
export function ConfirmDialog({
  isOpen,
  title,
  message,
  head,
  children,
  confirmLabel,
  pendingLabel = confirmLabel,
  isPending = false,
  hasSpinner = true,
  isDangerous = false,
  isBlocked = false,
  isOnTop = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <MessageDialog
      opened={isOpen}
      onClose={() => !isPending && onCancel()}
      title={title}
      message={message}
      head={head}
      {...(isOnTop && { zIndex: ON_TOP })}
      actions={
        <>
          <Button variant="default" onClick={onCancel} disabled={isPending} data-autofocus>
            {texts.cancel}
          </Button>
          <SubmitButton
            {...(isDangerous && { color: 'red' })}
            isPending={isPending}
            pendingLabel={pendingLabel}
            hasSpinner={hasSpinner}
            disabled={isBlocked}
            onClick={onConfirm}
          >
            {confirmLabel}
          </SubmitButton>
        </>
      }
    >
      {children}
    </MessageDialog>
  )
}
