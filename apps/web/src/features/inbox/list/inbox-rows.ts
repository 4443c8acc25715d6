import { useEffect } from 'react'
import { focusRowOf } from '../../../ui/shortcuts/record-shortcuts.ts'

/** The last opened item; keyboard navigation continues there. */
let lastOpened: number | undefined
export const rememberOpened = (id: number): void => {
  lastOpened = id
}

/** Restores the focus to the row of the item that the user returns from. */
export const useReturnToRow = (isLoaded: boolean): void => {
  useEffect(() => {
    if (!isLoaded || lastOpened === undefined) return
    const id = lastOpened
    lastOpened = undefined
    const { activeElement } = document
    if (activeElement && activeElement !== document.body && activeElement.id !== 'content') return
    focusRowOf(`/user/inbox/${id}`)
  }, [isLoaded])
}
