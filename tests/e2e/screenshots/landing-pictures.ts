import type { Look } from './camera.ts'
import { DOCTOR, type Records, type Screen } from './screens.ts'

export const landingPictures = ({ report }: Records): { screen: Screen; look: Look }[] =>
  (['light', 'dark'] as const).flatMap((colorScheme) => [
    {
      screen: { name: `product-desk-${colorScheme}`, address: `/user/reports/view/${report}`, as: DOCTOR },
      look: { width: 1120, height: 720, colorScheme, density: 1.25 },
    },
    {
      screen: { name: `product-phone-${colorScheme}`, address: '/user/dashboard', as: DOCTOR },
      look: { width: 390, height: 780, colorScheme, density: 1.25 },
    },
  ])
