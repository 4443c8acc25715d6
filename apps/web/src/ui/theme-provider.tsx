import { localStorageColorSchemeManager, MantineProvider, Tooltip } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { TOAST_LIMIT, TOAST_MS, TOOLTIP_DELAY_MS, TOOLTIP_SKIP_DELAY_MS } from '@zelab/contract/limits'
import type { ReactNode } from 'react'
import './mantine.css'
import './global.css'
import { cssVariablesResolver, theme } from './theme.ts'

/** The same key as in public/color-scheme.js, which sets the scheme before the first paint. */
const colorSchemeManager = localStorageColorSchemeManager({ key: 'zelab-color-scheme' })

/** Theme, colour scheme, toasts and the shared tooltip delay: all that the design system needs around the app. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <Notifications
        position="bottom-left"
        limit={TOAST_LIMIT}
        autoClose={TOAST_MS}
        pauseResetOnHover="notification"
      />
      {/* A tooltip stays for the skip delay; the next one within that time opens at once. */}
      <Tooltip.Group openDelay={TOOLTIP_DELAY_MS} closeDelay={TOOLTIP_SKIP_DELAY_MS}>
        {children}
      </Tooltip.Group>
    </MantineProvider>
  )
}
