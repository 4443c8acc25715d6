import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react'
import { IconButton } from '../actions/icon-button.tsx'
import { useIsPhoneWidth } from '../layout/phone-width.ts'
import { toggleTableDensity, useTableDensity } from './table-density.ts'
import * as texts from '../texts.ts'

/** Comfortable or compact rows, kept on this device; on a phone there are cards instead of rows. */
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
