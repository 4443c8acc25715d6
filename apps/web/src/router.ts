import type { AnyRoute } from '@tanstack/react-router'
import { createRouter } from '@tanstack/react-router'
import { noteArrival } from './lib/page-shortcuts.ts'
import { parseSearch, stringifySearch } from './lib/search-params.ts'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  // Removes parameters that the page's reader ignores; otherwise the page would receive them.
  search: { strict: true },
  // Preloads the code of a page on hover; the page fetches its data.
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  notFoundMode: 'root',
})

let shownRoute: string | undefined

// Going from record to record, such as in the inbox, stays on the page.
router.subscribe('onResolved', () => {
  const route = router.state.matches.at(-1)?.routeId
  if (shownRoute !== undefined && route !== shownRoute)
    noteArrival(shownRoute === '/' || shownRoute === '/login')
  shownRoute = route
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Preloads the current page's code while the session is being restored. */
export const preloadPresentPage = (): void => {
  const routes = { ...router.routesById } as Partial<Record<string, AnyRoute>>
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route = routes[String(routeId)]
    if (route) void router.loadRouteChunk(route)
  }
}
