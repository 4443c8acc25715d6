import { notifications, type NotificationData } from '@mantine/notifications'
import { IconCheck, IconExclamationMark } from '@tabler/icons-react'
import { createElement } from 'react'
import { create } from 'zustand'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import * as texts from '../texts.ts'
import { ToastWithActions, type ToastAction } from './toast-actions.tsx'
import { PATIENT_TOAST_MS, TOAST_MS } from '../../lib/limits.ts'

/** Whether the component that shows toasts is needed yet: it is too large for the first paint. */
export const useToastHost = create<{ isNeeded: boolean }>()(() => ({ isNeeded: false }))

/** Loads the component that shows toasts on the first input: it is there even when the network then fails. */
export const loadToastHostOnFirstInput = (): void => {
  for (const input of ['pointermove', 'pointerdown', 'keydown'])
    window.addEventListener(input, () => useToastHost.setState({ isNeeded: true }), {
      once: true,
      passive: true,
    })
}

/** Registration shows its toasts at the bottom center for 1.5 seconds (AMB-82). */
const REGISTRATION: Partial<NotificationData> = { position: 'bottom-center', autoClose: PATIENT_TOAST_MS }

// The rule of [data-stamp] is in global.css.
const STAMPED = { size: 16, 'data-stamp': '' }

const LOOK = {
  published: { color: 'teal', icon: createElement(IconCheck, STAMPED) },
  success: { color: 'teal', icon: createElement(IconCheck, { size: 16 }) },
  error: { color: 'red', icon: createElement(IconExclamationMark, { size: 16 }) },
}

const show = (
  kind: keyof typeof LOOK,
  text: string,
  options: Partial<NotificationData> = {},
  actions: readonly ToastAction[] = [],
): void => {
  useToastHost.setState({ isNeeded: true })
  const { autoClose = TOAST_MS } = options
  const message =
    actions.length === 0
      ? text
      : createElement(ToastWithActions, { text, actions, onFollow: () => notifications.hide(id) })
  const id: string = notifications.show({
    ...options,
    ...LOOK[kind],
    message,
    closeButtonProps: { 'aria-label': texts.dismiss },
    // The pointer pauses a toast, and so does the focus.
    onFocus: () => notifications.update({ id, message, autoClose: false }),
    onBlur: () => notifications.update({ id, message, autoClose }),
  })
}

/** What may be done about it are buttons below the message. */
export const toastSuccess = (message: string, actions: readonly ToastAction[] = []): void =>
  show('success', message, {}, actions)

/** A report was published: its sign comes down like a stamp. What may be done next are buttons below the message. */
export const toastPublished = (message: string, actions: readonly ToastAction[]): void =>
  show('published', message, {}, actions)

/** Shows a text as an error where no thrown error carries one. */
export const toastProblem = (message: string): void => show('error', message)

/** Removes every toast, also those that wait: what comes next is shown at once. */
export const clearToasts = (): void => notifications.clean()

/** A refusal that ended the session has been shown already. */
const isUnshown = (error: unknown): boolean => !(error instanceof ApiError && error.hasEndedSession)

/** Shows the server's message, else the fallback, else a general sentence. */
export const toastError = (error: unknown, fallback?: string): void => {
  if (isUnshown(error)) show('error', messageOf(error, fallback))
}

export const toastPatientSuccess = (message: string): void => show('success', message, REGISTRATION)

/** Show the error in the form as well: this toast disappears soon. */
export const toastPatientError = (error: unknown, fallback?: string): void => {
  if (isUnshown(error)) show('error', messageOf(error, fallback), REGISTRATION)
}
