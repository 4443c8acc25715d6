import type { ComboboxItem } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type RefObject } from 'react'

export interface Choice {
  value: string
  label: string
  /** Chosen by a click or an Enter on the shown list only, because it adds something. */
  isDeliberate?: boolean
}

/** For options that the server finds. */
export interface ServerSearch {
  typed: string
  onType: (text: string) => void
  /** The options answer what is typed now. */
  isCurrent: boolean
}

export const SAME_OPTIONS = ({ options }: { options: unknown[] }): ComboboxItem[] => options as ComboboxItem[]
export const NO_OPTIONS = (): ComboboxItem[] => []

/** The one entry that the typed text can mean: the exact one, or the only match of entries that the browser has. */
export const onlyMatch = (
  data: readonly Choice[],
  typed: string,
  search: ServerSearch | undefined,
): Choice | undefined => {
  if (search && !search.isCurrent) return undefined
  const choices = data.filter(({ isDeliberate }) => !isDeliberate)
  const exact = choices.filter(({ label }) => label === typed)
  const found = search ? [] : choices.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
  const [match, ...others] = exact.length > 0 ? exact : found
  return others.length === 0 ? match : undefined
}

/** Enter takes an option for what is typed now: it waits for the server, and then takes the first one. */
export const useEnter = (
  search: ServerSearch | undefined,
  data: readonly Choice[],
  choose: (value: string) => void,
): { onKeyDown: (event: KeyboardEvent) => void; isWaiting: () => boolean } => {
  const waitsFor = useRef<string>(undefined)
  const isCurrent = search?.isCurrent ?? true
  const settle = useEffectEvent(() => {
    const [first] = data
    if (waitsFor.current === undefined) return
    if (first && !first.isDeliberate && search?.typed === waitsFor.current) choose(first.value)
    waitsFor.current = undefined
  })
  useEffect(() => {
    if (isCurrent) settle()
  }, [isCurrent])
  return {
    isWaiting: () => waitsFor.current !== undefined,
    onKeyDown: (event) => {
      if (event.key !== 'Enter' || !search || search.typed.trim() === '') return
      // The list takes its active option itself, which may be one for an earlier text until the server has answered.
      if (search.isCurrent && event.currentTarget.hasAttribute('aria-activedescendant')) return
      event.preventDefault()
      if (!search.isCurrent) {
        waitsFor.current = search.typed
        return
      }
      const [first] = data
      if (first && !first.isDeliberate) choose(first.value)
    },
  }
}

/** The form is not submitted while text is typed that chooses nothing, because it would be lost. */
export const useRefusedSubmit = (
  field: RefObject<HTMLInputElement | null>,
  isUnchosen: boolean,
  onRefuse: () => void,
): void => {
  const refuse = useEffectEvent((event: Event) => {
    if (!isUnchosen) return
    event.preventDefault()
    event.stopImmediatePropagation()
    onRefuse()
    field.current?.focus()
  })
  useEffect(() => {
    const form = field.current?.form
    const listen = (event: Event) => refuse(event)
    form?.addEventListener('submit', listen, true)
    return () => form?.removeEventListener('submit', listen, true)
  }, [field])
}
