import { Box, Modal } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { SIDEBAR_WIDTH } from '../lib/limits.ts'
import { useLookups } from '../lib/lookups.ts'
import { useSessionStore } from '../lib/session-store.ts'
import { NEW_TAB } from '../ui/actions/links.tsx'
import { TooltipHost } from '../ui/display/tooltip-host.tsx'
import { FullScreenSpinner } from '../ui/feedback/spinner.tsx'
import { Header } from './header.tsx'
import { IdleWarning } from './idle-warning.tsx'
import { ShortcutHost } from './shortcuts/shortcut-host.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { PrintHeader } from './print-header.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { useSidebarState } from './sidebar-state.ts'
import * as words from '../ui/texts.ts'
import * as texts from './texts.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

const ToDoCount = lazy(async () => ({ default: (await import('./to-do-count.ts')).ToDoCount }))

/** Without a user it unmounts the pages immediately. */
export function Shell({ children }: { children?: ReactNode }) {
  const isAuthenticated = useSessionStore((state) => state.isAuthenticated)
  if (!isAuthenticated) return <FullScreenSpinner />
  return <Frame>{children ?? <Outlet />}</Frame>
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
        <Modal
          opened={sidebar.isOpen}
          onClose={sidebar.close}
          size={SIDEBAR_WIDTH.mobile}
          attributes={{ content: { 'aria-label': texts.navigation }, body: { id: undefined } }}
          withCloseButton={false}
          transitionProps={{ transition: 'slide-right', duration: 250 }}
          padding={0}
          classNames={{ inner: classes.drawerFrame, content: classes.drawer, body: classes.drawerBody }}
        >
          <Sidebar isExpanded onNavigate={sidebar.close} />
        </Modal>
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
      <Suspense>
        <ToDoCount />
      </Suspense>
      <TooltipHost />
      <span id={NEW_TAB['aria-describedby']} hidden>
        {words.opensNewTab}
      </span>
      <UnsavedGuard />
      <Box flex={1} miw={0}>
        <Header sidebar={sidebar} />
        <main id="content" className={classes.content} tabIndex={-1}>
          <PrintHeader />
          <PageBoundary>{children}</PageBoundary>
        </main>
      </Box>
    </div>
  )
}

/** Publishes the sidebar width for the toasts, which are outside the shell. */
const useSidebarInset = (width: string): void => {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--sidebar-inset', width)
    return () => {
      style.removeProperty('--sidebar-inset')
    }
  }, [width])
}
