import { create } from 'zustand'
import { browserStorage } from '../../lib/browser-storage.ts'

const KEY = 'zelab-shortcuts'
const OFF = 'off'

interface ShortcutState {
  /** Single keys do something; whoever dictates needs to switch that off (WCAG 2.1.4). Kept on this device. */
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
