import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { SubmitButton } from '../form/submit-button.tsx'
import * as texts from '../texts.ts'

/** One more than Mantine's. */
const ON_TOP = 201

interface ConfirmDialogProps {
  isOpen: boolean
  /** Short and neutral, e.g. "Publish report". */
  title: string
  /** The full sentence of the catalogue, shown verbatim. */
  message: string
  /** A last look at what is about to happen, below the sentence. */
  children?: ReactNode
  confirmLabel: string
  pendingLabel?: string
  isPending?: boolean
  /** False where a larger spinner is shown meanwhile. */
  hasSpinner?: boolean
  isDangerous?: boolean
  /** Something in the dialog has to be confirmed first. */
  isBlocked?: boolean
  /** Above a dialog that is open already. */
  isOnTop?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something that cannot be undone. Cancel has the first focus; it cannot be closed while pending. */
export function ConfirmDialog({
  isOpen,
  title,
  message,
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
    <Modal
      opened={isOpen}
      onClose={() => !isPending && onCancel()}
      title={title}
      withCloseButton={false}
      {...(isOnTop && { zIndex: ON_TOP })}
    >
      <Text>{message}</Text>
      {children}
      <Group justify="flex-end" gap="xs" mt="lg">
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
      </Group>
    </Modal>
  )
}
