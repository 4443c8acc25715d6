import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react'
import { IconButton } from '../actions/icon-button.tsx'
import { useIsPhoneWidth } from '../layout/phone-width.ts'
import * as texts from '../texts.ts'
import { create } from 'zustand'
import { browserStorage } from '../../lib/browser-storage.ts'

const KEY = 'zelab-tables'
const COMPACT = 'compact'

/** Row height of tables, stored on this device. */
export const useTableDensity = create<{ isCompact: boolean }>()(() => ({
  isCompact: browserStorage.read(KEY) === COMPACT,
}))

const toggleTableDensity = (): void => {
  const isCompact = !useTableDensity.getState().isCompact
  if (isCompact) browserStorage.write(KEY, COMPACT)
  else browserStorage.remove(KEY)
  useTableDensity.setState({ isCompact })
}

/** Toggles compact rows. Hidden on a phone, which shows cards. */
export function DensityToggle() {
  const isCompact = useTableDensity((state) => state.isCompact)
  const isPhone = useIsPhoneWidth()
  if (isPhone) return null
  const Sign = isCompact ? IconBaselineDensitySmall : IconBaselineDensityMedium
  return (
    <IconButton
      label={texts.compactRows}
      variant="default"
      aria-pressed={isCompact}
      onClick={toggleTableDensity}
    >
      <Sign size={18} stroke={1.75} aria-hidden="true" />
    </IconButton>
  )
}
