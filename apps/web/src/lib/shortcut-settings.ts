import { create } from 'zustand'
import { browserStorage } from './browser-storage.ts'

const KEY = 'zelab-shortcuts'
const OFF = 'off'

interface ShortcutState {
  /** Single-key shortcuts can be disabled for dictation (WCAG 2.1.4). Stored on this device. */
  hasSingleKeys: boolean
  isSheetOpen: boolean
}

export const useShortcutState = create<ShortcutState>()(() => ({
  hasSingleKeys: browserStorage.read(KEY) !== OFF,
  isSheetOpen: false,
}))

export const switchSingleKeys = (isOn: boolean): void => {
  if (isOn) browserStorage.remove(KEY)
  else browserStorage.write(KEY, OFF)
  useShortcutState.setState({ hasSingleKeys: isOn })
}

export const openShortcutSheet = (): void => useShortcutState.setState({ isSheetOpen: true })
export const closeShortcutSheet = (): void => useShortcutState.setState({ isSheetOpen: false })
