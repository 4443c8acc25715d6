import { PATIENT_TOAST_MS, TOAST_MS } from '@zelab/contract/limits'
import { create } from 'zustand'
import { ApiError, messageOf } from '../../lib/api-error.ts'

export interface Toast {
  id: number
  message: string
  kind: 'success' | 'error'
  place: 'bottom-left' | 'bottom-center'
  milliseconds: number
}

interface Toasts {
  /** Whether the part that shows toasts is wanted yet: it is too big for the first paint. */
  isHostWanted: boolean
  /** In the order of their coming. */
  toasts: readonly Toast[]
}

export const useToasts = create<Toasts>()(() => ({ isHostWanted: false, toasts: [] }))

/** Fetches the part that shows toasts with the first sign of a person: it is there even when the network then fails. */
export const prepareToastsOnFirstUse = (): void => {
  for (const sign of ['pointermove', 'pointerdown', 'keydown'])
    window.addEventListener(sign, () => useToasts.setState({ isHostWanted: true }), {
      once: true,
      passive: true,
    })
}

let lastId = 0

const atTheSide = { place: 'bottom-left', milliseconds: TOAST_MS } as const

/** Toasts of the patient registration: bottom centre, 1.5 seconds (AMB-82). */
const patientFlow = { place: 'bottom-center', milliseconds: PATIENT_TOAST_MS } as const

const show = (
  kind: Toast['kind'],
  message: string,
  where: Pick<Toast, 'place' | 'milliseconds'> = atTheSide,
): void => {
  lastId += 1
  const toast: Toast = { id: lastId, kind, message, ...where }
  useToasts.setState(({ toasts }) => ({ isHostWanted: true, toasts: [...toasts, toast] }))
}

export const dismissToast = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))

/** A refusal that ended the session was told once already. */
const isWorthTelling = (error: unknown): boolean => !(error instanceof ApiError && error.hasEndedSession)

export const toastSuccess = (message: string): void => show('success', message)

/** Plain words as an error, where there is no thrown error to read them from. */
export const toastProblem = (message: string): void => show('error', message)

/** The server's message, else the fallback, else one general sentence. */
export const toastError = (error: unknown, fallback?: string): void => {
  if (isWorthTelling(error)) show('error', messageOf(error, fallback))
}

export const toastPatientSuccess = (message: string): void => show('success', message, patientFlow)

/** Show the error in the form too: this toast is gone soon. */
export const toastPatientError = (error: unknown, fallback?: string): void => {
  if (isWorthTelling(error)) show('error', messageOf(error, fallback), patientFlow)
}
