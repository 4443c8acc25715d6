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

const RELOADED = 'reloaded-page'

/** The page whose code was tried again at last, although the server answers. */
let triedAgain = ''

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

/**
 * True when the page can be shown again. If the server answers and still lacks its code, there is a new version, and the whole
 * application is loaded once.
 */
const loadCode = async (router: AnyRouter, error: Error): Promise<boolean> => {
  if (!(await isReachable())) {
    noteConnectionLoss(error)
    return false
  }
  const { href } = router.latestLocation
  if (triedAgain === href) {
    if (sessionStorage.getItem(RELOADED) === href) return false
    sessionStorage.setItem(RELOADED, href)
    window.location.reload()
    return false
  }
  triedAgain = href
  const routes = router.routesById as Record<string, AnyRoute>
  for (const { routeId } of router.state.matches)
    await (routes[routeId]?.options.component as AsyncRouteComponent<object> | undefined)?.preload?.()
  return true
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
    triedAgain = ''
    load()
  }
  return (
    <StatusPage title={texts.pageNotLoaded} actions={<Button onClick={onRetry}>{retry}</Button>}>
      <p>{texts.pageNotLoadedHint}</p>
    </StatusPage>
  )
}
