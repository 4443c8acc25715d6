import {
  DirectionProvider,
  localStorageColorSchemeManager,
  MantineContext,
  MantineThemeProvider,
  useProviderColorScheme,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import './mantine.css'
import './colors.css'
import './mantine-colors.css'
import './mantine-sizes.css'
import './tokens.css'
import './fonts.css'
import './global.css'
import './controls.css'
import './direction.css'
import './forced-colors.css'
import './print.css'
import { theme } from './theme.ts'

/** Lazy, to keep it out of the first paint. */
const ToastHost = lazy(() => import('../feedback/toast-host.tsx'))

/** The key of public/color-scheme.js, which sets the scheme before the first paint. */
const manager = localStorageColorSchemeManager({ key: 'zelab-color-scheme' })

const getRootElement = () => document.documentElement

/** Mantine's provider would also insert its variables, which the style sheets already contain. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const scheme = useProviderColorScheme({
    manager,
    defaultColorScheme: 'auto',
    getRootElement,
    forceColorScheme: undefined,
  })
  return (
    <MantineContext
      value={{
        ...scheme,
        getRootElement,
        classNamesPrefix: 'mantine',
        cssVariablesSelector: ':root',
        withStaticClasses: true,
      }}
    >
      <DirectionProvider>
        <MantineThemeProvider theme={theme}>
          {children}
          <Suspense>
            <ToastHost />
          </Suspense>
        </MantineThemeProvider>
      </DirectionProvider>
    </MantineContext>
  )
}
