import { create } from 'zustand'
import { browserStorage } from '../../lib/browser-storage.ts'

const KEY = 'zelab-tables'
const COMPACT = 'compact'

/** Row height of tables, stored on this device. */
export const useTableDensity = create<{ isCompact: boolean }>()(() => ({
  isCompact: browserStorage.read(KEY) === COMPACT,
}))

export const toggleTableDensity = (): void => {
  const isCompact = !useTableDensity.getState().isCompact
  if (isCompact) browserStorage.write(KEY, COMPACT)
  else browserStorage.remove(KEY)
  useTableDensity.setState({ isCompact })
}
