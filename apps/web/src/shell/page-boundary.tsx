import { Button } from '@mantine/core'
import { onlineManager } from '@tanstack/react-query'
import {
  CatchBoundary,
  useLocation,
  useRouter,
  type AnyRouter,
  type ErrorComponentProps,
  type AnyRoute,
  type AsyncRouteComponent,
} from '@tanstack/react-router'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { isConnectionLoss, isReachable, noteConnectionLoss } from '../lib/connection.ts'
import { StatusPage } from '../ui/feedback/status-page.tsx'
import { retry } from '../ui/texts.ts'
import * as texts from './texts.tsx'

/** Time of the last reload, because a server that lacks the code would cause one after the other. */
const RELOADED = 'reloaded-page'
const RELOAD_EVERY_MS = 60_000

/** React keeps the failure of a part that a page loads later, so that only a reload helps. */
const triedAgain = new WeakSet<Error>()

/** Keeps the navigation when the code of a page cannot be loaded. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const href = useLocation({ select: (location) => location.href })
  return (
    <CatchBoundary getResetKey={() => href} errorComponent={PageNotLoaded}>
      {children}
    </CatchBoundary>
  )
}

function PageNotLoaded({ error, reset }: ErrorComponentProps) {
  if (!isConnectionLoss(error)) throw error
  return <Retry error={error} reset={reset} />
}

/** Loads the code of the shown pages. */
const preload = async (router: AnyRouter): Promise<boolean> => {
  const routes = router.routesById as Record<string, AnyRoute>
  const components = router.state.matches.map(
    ({ routeId }) => routes[routeId]?.options.component as AsyncRouteComponent<object> | undefined,
  )
  for (const component of components) await component?.preload?.()
  // The router removes it from a loaded component.
  return components.every((component) => component?.preload === undefined)
}

/**
 * True when the page can be shown again. If the server answers and still lacks its code, it has a new version, and the whole
 * application is loaded.
 */
const loadCode = async (router: AnyRouter, error: Error): Promise<boolean> => {
  if (!(await isReachable())) {
    noteConnectionLoss(error)
    return false
  }
  if (!triedAgain.has(error) && (await preload(router))) {
    triedAgain.add(error)
    return true
  }
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < RELOAD_EVERY_MS) return false
  sessionStorage.setItem(RELOADED, String(Date.now()))
  window.location.reload()
  return false
}

function Retry({ error, reset }: ErrorComponentProps<Error>) {
  const router = useRouter()
  const load = () => void loadCode(router, error).then((isLoaded) => isLoaded && reset())
  const loadWhenOnline = useEffectEvent(load)
  useEffect(() => {
    loadWhenOnline()
    return onlineManager.subscribe((isOnline) => {
      if (isOnline) loadWhenOnline()
    })
  }, [])
  const onRetry = () => {
    sessionStorage.removeItem(RELOADED)
    load()
  }
  return (
    <StatusPage title={texts.pageNotLoaded} actions={<Button onClick={onRetry}>{retry}</Button>}>
      <p>{texts.pageNotLoadedHint}</p>
    </StatusPage>
  )
}
