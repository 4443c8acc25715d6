import type { KeyboardEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Registration, RegistrationFields } from '../form/patient-form.ts'
import { REGISTRATION_PATHS } from '../form/patient-form.ts'

const REQUIRED = ['fullName', 'phone', 'email', 'dob', 'gender'] as const
type RequiredField = (typeof REQUIRED)[number]
const isRequired = (name: string): name is RequiredField => (REQUIRED as readonly string[]).includes(name)

type RegistrationForm = UseFormReturn<RegistrationFields, unknown, Registration>

/** An empty part of the form, after the required fields, that Enter does not skip. */
const NEXT_PART = '[data-enter-next] input'

/** Moves to the next empty required field, and then to the next part. Without one, or in an empty field, Enter submits. */
export const moveOnWithEnter = (event: KeyboardEvent<HTMLFormElement>, form: RegistrationForm): void => {
  const { target, key, nativeEvent } = event
  if (key !== 'Enter' || nativeEvent.isComposing || event.defaultPrevented) return
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
  const place = REGISTRATION_PATHS.findIndex((path) => path === target.name)
  if (place < 0) return
  const values = form.getValues()
  const isEmpty = (name: RequiredField) => (values[name] ?? '').trim() === ''
  const isUnfilled = isRequired(target.name) && isEmpty(target.name)
  const next = isUnfilled ? undefined : nextEmpty(place, isEmpty)
  const part = isUnfilled ? null : nextPart(event.currentTarget, target)
  if (next) {
    event.preventDefault()
    form.setFocus(next)
  } else if (part) {
    event.preventDefault()
    part.focus()
  } else if (target instanceof HTMLSelectElement) {
    // Browsers submit implicitly from text fields only.
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
}

const nextPart = (form: HTMLFormElement, field: Element): HTMLElement | null => {
  const part = form.querySelector<HTMLElement>(NEXT_PART)
  const isAfter = part && field.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING
  return isAfter ? part : null
}

const nextEmpty = (place: number, isEmpty: (name: RequiredField) => boolean): RequiredField | undefined =>
  REGISTRATION_PATHS.slice(place + 1)
    .filter(isRequired)
    .find(isEmpty)
