import { Tooltip } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { useLookups } from '../lib/lookups.ts'
import { useSessionStore } from '../lib/session-store.ts'
import { FullScreenSpinner } from '../ui/feedback/spinner.tsx'
import { Header } from './header.tsx'
import { IdleWarning } from './idle-warning.tsx'
import { ShortcutHost } from './shortcuts/shortcut-host.tsx'
import { PrintHeader } from './print-header.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { useSidebarState } from './sidebar-state.ts'
import * as texts from './texts.tsx'
import { UnsavedGuard } from './unsaved/unsaved-guard.tsx'
import { SIDEBAR_WIDTH, TOOLTIP_DELAY_MS, TOOLTIP_SKIP_DELAY_MS } from '../lib/limits.ts'

/**
 * The frame of all signed-in pages: the route's page, or the given one. Without a user, on the way out, it takes the
 * pages down at once.
 */
export function Shell({ children }: { children?: ReactNode }) {
  const isAuthenticated = useSessionStore((state) => state.isAuthenticated)
  if (!isAuthenticated) return <FullScreenSpinner />
  return (
    // A tooltip stays for the skip delay; the next one within that time opens at once.
    <Tooltip.Group openDelay={TOOLTIP_DELAY_MS} closeDelay={TOOLTIP_SKIP_DELAY_MS}>
      <Frame>{children ?? <Outlet />}</Frame>
    </Tooltip.Group>
  )
}

function Frame({ children }: { children: ReactNode }) {
  useLookups()
  const sidebar = useSidebarState()
  const width = sidebar.isExpanded ? SIDEBAR_WIDTH.expanded : SIDEBAR_WIDTH.icon
  useSidebarInset(sidebar.isMobile ? '0px' : width)
  return (
    <div className={classes.frame}>
      <a href="#content" className={classes.skip}>
        {texts.skipToContent}
      </a>
      {sidebar.isMobile ? (
        <Dialog
          opened={sidebar.isOpen}
          onClose={sidebar.close}
          width={SIDEBAR_WIDTH.mobile}
          label={texts.navigation}
          withCloseButton={false}
          transition="slide-right"
          transitionMs={250}
          custom={{ frame: classes.drawerFrame, sheet: classes.drawer, body: classes.drawerBody }}
        >
          <Sidebar isExpanded onNavigate={sidebar.close} />
        </Dialog>
      ) : (
        <aside
          className={classes.aside}
          style={{ inlineSize: width }}
          aria-label={texts.sidebar}
          data-testid="sidebar"
        >
          <Sidebar isExpanded={sidebar.isExpanded} onNavigate={sidebar.close} />
        </aside>
      )}
      <IdleWarning />
      <ShortcutHost />
      <UnsavedGuard />
      <div className={classes.column}>
        <Header sidebar={sidebar} />
        <main id="content" className={classes.content} tabIndex={-1}>
          <PrintHeader />
          {children}
        </main>
      </div>
    </div>
  )
}

/** Tells what lies outside the shell, the toasts, how much room the sidebar takes. */
const useSidebarInset = (width: string): void => {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--sidebar-inset', width)
    return () => {
      style.removeProperty('--sidebar-inset')
    }
  }, [width])
}
