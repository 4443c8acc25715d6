import { useSessionStore } from './session-store.ts'

/** Long enough to sign in again, short enough for a shared workstation. */
export const KEPT_FOR_MS = 30 * 60 * 1000

/** What was typed into a form and not sent. */
export interface TypedInput {
  /** By the names of the form's fields. */
  values: Record<string, unknown>
  /** What the form knows besides its fields. */
  besides?: unknown
  /** Handed over by another page: nothing was lost that needs a word. */
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

const openForms = new Set<OpenForm>()
/** In memory only: what was typed of patients is never stored in the browser. */
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

/** What the present user typed into this form, on this very page, before the session ended. */
export const keptInput = (form: string): TypedInput | undefined => {
  const { user } = useSessionStore.getState()
  return kept.find((one) => one.userId === user?.id && one.place === place() && one.form === form)
}

/** The form has restored it, or the user discarded it. */
export const forgetInput = (form: string): void => {
  kept = kept.filter((one) => one.form !== form || one.place !== place())
}

/** What was typed here is given to the same form on another page, which the user is about to open instead. */
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

// Before the screens go: a store tells its listeners at once.
useSessionStore.subscribe((now, before) => {
  if (now.user && now.user.id !== kept[0]?.userId) forgetAll()
  // Logging out has asked for confirmation and discards all input.
  if (before.user && !now.user && !now.forgetsOrigin) keepFor(before.user.id)
  if (!now.user && now.forgetsOrigin) forgetAll()
})
