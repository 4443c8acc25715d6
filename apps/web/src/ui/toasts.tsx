import { notifications } from '@mantine/notifications'
import { IconCheck, IconExclamationMark } from '@tabler/icons-react'
import { PATIENT_TOAST_MS } from '@zelab/contract/limits'
import { ApiError, messageOf } from '../lib/api-error.ts'

interface ToastPlace {
  position?: 'bottom-center'
  autoClose?: number
}

const patientFlow: ToastPlace = { position: 'bottom-center', autoClose: PATIENT_TOAST_MS }

const show = (message: string, kind: 'success' | 'error', place: ToastPlace = {}): void => {
  notifications.show({
    message,
    color: kind === 'success' ? 'teal' : 'red',
    icon: kind === 'success' ? <IconCheck size={16} /> : <IconExclamationMark size={16} />,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    ...place,
  })
}

/** A refusal that ended the session was told once already. */
const isWorthTelling = (error: unknown): boolean => !(error instanceof ApiError && error.hasEndedSession)

export const toastSuccess = (message: string): void => show(message, 'success')

/** Plain words as an error, where there is no thrown error to read them from. */
export const toastProblem = (message: string): void => show(message, 'error')

/** The server's message, else the fallback, else one general sentence. */
export const toastError = (error: unknown, fallback?: string): void => {
  if (isWorthTelling(error)) show(messageOf(error, fallback), 'error')
}

/** Toasts of the patient registration: bottom centre, 1.5 seconds (AMB-82). Show errors in the form too. */
export const toastPatientSuccess = (message: string): void => show(message, 'success', patientFlow)

export const toastPatientError = (error: unknown, fallback?: string): void => {
  if (isWorthTelling(error)) show(messageOf(error, fallback), 'error', patientFlow)
}
