import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import './mantine.css'
import './colors.css'
import './mantine-colors.css'
import './tokens.css'
import './global.css'
import './print.css'
import { theme } from './theme.ts'
import { useToastHost } from '../feedback/toasts.ts'

/** The same key as in public/color-scheme.js, which sets the scheme before the first paint. */
const colorSchemeManager = localStorageColorSchemeManager({ key: 'zelab-color-scheme' })

const ToastHost = lazy(() => import('../feedback/toast-host.tsx'))

/** Theme, colour scheme and toasts: what the design system needs around the app. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const isToastHostNeeded = useToastHost(({ isNeeded }) => isNeeded)
  return (
    <MantineProvider theme={theme} colorSchemeManager={colorSchemeManager} defaultColorScheme="auto">
      {children}
      <Suspense>{isToastHostNeeded && <ToastHost />}</Suspense>
    </MantineProvider>
  )
}
