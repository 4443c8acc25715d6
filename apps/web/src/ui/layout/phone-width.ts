import { useMediaQuery } from '@mantine/hooks'
import { MOBILE_BREAKPOINT_PX } from '../../lib/limits.ts'

export const useIsPhoneWidth = (): boolean =>
  useMediaQuery(`(max-width: ${MOBILE_BREAKPOINT_PX - 0.02}px)`, undefined, {
    getInitialValueInEffect: false,
  })
