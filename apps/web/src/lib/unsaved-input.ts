import { useSessionStore } from './session-store.ts'

/** Long enough to sign in again, short enough for a shared workstation. */
export const KEPT_FOR_MS = 30 * 60 * 1000

export interface TypedInput {
  values: Record<string, unknown>
  /** State of the form outside its fields. */
  besides?: unknown
  /** Passed on by another page, so there is no message about restored input. */
  isQuiet?: boolean
}

interface OpenForm {
  name: string
  /** Undefined when there is nothing to lose. */
  read: () => TypedInput | undefined
}

interface KeptInput extends TypedInput {
  userId: number
  place: string
  form: string
}

export const openForms = new Set<OpenForm>()
/** In memory only: patient data that a user typed is never stored in the browser. */
let kept: KeptInput[] = []
let timer: ReturnType<typeof setTimeout> | undefined

const place = (): string => window.location.pathname

const forgetAll = (): void => {
  clearTimeout(timer)
  kept = []
}

export const registerForm = (form: OpenForm): (() => void) => {
  openForms.add(form)
  return () => openForms.delete(form)
}

export const hasUnsavedInput = (): boolean =>
  useSessionStore.getState().isAuthenticated && [...openForms].some(({ read }) => read() !== undefined)

/** The user's input in this form on this page before the session ended. */
export const keptInput = (form: string): TypedInput | undefined => {
  const { user } = useSessionStore.getState()
  return kept.find((one) => one.userId === user?.id && one.place === place() && one.form === form)
}

export const forgetInput = (form: string): void => {
  kept = kept.filter((one) => one.form !== form || one.place !== place())
}

/** Passes input to the same form on another page that the user is about to open. */
export const handInputTo = (address: string, form: string, input: TypedInput): void => {
  const { user } = useSessionStore.getState()
  if (!user) return
  kept = [...kept.filter((one) => one.form !== form), { ...input, userId: user.id, place: address, form }]
  clearTimeout(timer)
  timer = setTimeout(forgetAll, KEPT_FOR_MS)
}

const keepFor = (userId: number): void => {
  const typed = [...openForms].flatMap(({ name, read }) => {
    const input = read()
    return input ? [{ ...input, userId, place: place(), form: name }] : []
  })
  if (typed.length === 0) return
  kept = typed
  clearTimeout(timer)
  timer = setTimeout(forgetAll, KEPT_FOR_MS)
}

// Runs before the pages unmount, because the store notifies its subscribers synchronously.
useSessionStore.subscribe((now, before) => {
  if (now.user && now.user.id !== kept[0]?.userId) forgetAll()
  // The user confirmed the logout, which discards all input.
  if (before.user && !now.user && !now.forgetsOrigin) keepFor(before.user.id)
  if (!now.user && now.forgetsOrigin) forgetAll()
})
