import { notifications, type NotificationData } from '@mantine/notifications'
import { IconCheck, IconExclamationMark } from '@tabler/icons-react'
import { createElement } from 'react'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { useSessionStore } from '../../lib/session-store.ts'
import * as texts from '../texts.ts'
import { ToastWithActions, type ToastAction } from './toast-actions.tsx'
import { ACTION_TOAST_MS, PATIENT_TOAST_MS, TOAST_MS } from '../../lib/limits.ts'

/** Toasts of the registration: bottom center, 1.5 seconds (AMB-82). */
const REGISTRATION: Partial<NotificationData> = { position: 'bottom-center', autoClose: PATIENT_TOAST_MS }

// toasts.module.css styles [data-stamp].
const STAMPED = { size: 16, 'data-stamp': '' }

const LOOK = {
  published: { color: 'teal', icon: createElement(IconCheck, STAMPED) },
  success: { color: 'teal', icon: createElement(IconCheck, { size: 16 }) },
  error: { color: 'red', icon: createElement(IconExclamationMark, { size: 16 }) },
}

/** The next one replaces it. */
let withActions = ''

useSessionStore.subscribe(({ isAuthenticated }) => {
  if (!isAuthenticated) notifications.hide(withActions)
})

const show = (
  kind: keyof typeof LOOK,
  text: string,
  options: Partial<NotificationData> = {},
  actions: readonly ToastAction[] = [],
): void => {
  const hasActions = actions.length > 0
  const { autoClose = hasActions ? ACTION_TOAST_MS : TOAST_MS } = options
  const message = hasActions
    ? createElement(ToastWithActions, { text, actions, onFollow: () => notifications.hide(id) })
    : text
  if (hasActions) notifications.hide(withActions)
  const id: string = notifications.show({
    role: kind === 'error' ? 'alert' : 'status',
    ...options,
    autoClose,
    ...LOOK[kind],
    message,
    closeButtonProps: { 'aria-label': texts.dismiss },
    // A focused toast does not close, like one under the pointer.
    onFocus: () => notifications.update({ id, message, autoClose: false }),
    onBlur: () => notifications.update({ id, message, autoClose }),
  })
  if (hasActions) withActions = id
}

export const toastSuccess = (message: string, actions: readonly ToastAction[] = []): void =>
  show('success', message, {}, actions)

/** The icon has a stamp animation. */
export const toastPublished = (message: string, actions: readonly ToastAction[] = []): void =>
  show('published', message, {}, actions)

interface ErrorToast {
  /** The message is announced elsewhere, for example at the field that takes the focus. */
  isSilent?: boolean
}

const roleOf = ({ isSilent = false }: ErrorToast): Partial<NotificationData> =>
  isSilent ? { role: 'presentation' } : {}

export const toastProblem = (message: string, options: ErrorToast = {}): void =>
  show('error', message, roleOf(options))

/** Removes all toasts, including queued ones. */
export const clearToasts = (): void => notifications.clean()

/** A refusal that ended the session has been shown already. */
const isUnshown = (error: unknown): boolean => !(error instanceof ApiError && error.hasEndedSession)

export const toastError = (error: unknown, fallback?: string, options: ErrorToast = {}): void => {
  if (isUnshown(error)) show('error', messageOf(error, fallback), roleOf(options))
}

export const toastPatientSuccess = (message: string): void => show('success', message, REGISTRATION)

/** Disappears soon, so the form must show the error as well, as an alert. */
export const toastPatientError = (error: unknown, fallback?: string): void => {
  if (isUnshown(error))
    show('error', messageOf(error, fallback), { ...REGISTRATION, ...roleOf({ isSilent: true }) })
}
