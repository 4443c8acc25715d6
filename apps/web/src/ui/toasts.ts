import { PATIENT_TOAST_MS } from '@zelab/contract/limits'
import { create } from 'zustand'
import { ApiError, messageOf } from '../lib/api-error.ts'
import type { Toast } from './toast-host.tsx'

/** Whether the part that shows toasts is wanted yet: it is too big for the first paint. */
export const useToastHost = create<{ isWanted: boolean }>()(() => ({ isWanted: false }))

const prepare = (): void => useToastHost.setState({ isWanted: true })

/** Fetches that part with the first sign of a person, so that it is there even when the network then fails. */
export const prepareToastsOnFirstUse = (): void => {
  for (const sign of ['pointermove', 'pointerdown', 'keydown'])
    window.addEventListener(sign, prepare, { once: true, passive: true })
}

const show = (toast: Toast): void => {
  prepare()
  void import('./toast-host.tsx').then(({ showToast }) => showToast(toast))
}

const patientFlow = { position: 'bottom-center', autoClose: PATIENT_TOAST_MS } as const

/** A refusal that ended the session was told once already. */
const isWorthTelling = (error: unknown): boolean => !(error instanceof ApiError && error.hasEndedSession)

export const toastSuccess = (message: string): void => show({ message, kind: 'success' })

/** Plain words as an error, where there is no thrown error to read them from. */
export const toastProblem = (message: string): void => show({ message, kind: 'error' })

/** The server's message, else the fallback, else one general sentence. */
export const toastError = (error: unknown, fallback?: string): void => {
  if (isWorthTelling(error)) show({ message: messageOf(error, fallback), kind: 'error' })
}

/** Toasts of the patient registration: bottom centre, 1.5 seconds (AMB-82). Show errors in the form too. */
export const toastPatientSuccess = (message: string): void =>
  show({ message, kind: 'success', ...patientFlow })

export const toastPatientError = (error: unknown, fallback?: string): void => {
  if (isWorthTelling(error)) show({ message: messageOf(error, fallback), kind: 'error', ...patientFlow })
}
