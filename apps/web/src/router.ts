import type { AnyRoute } from '@tanstack/react-router'
import { createRouter } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from './lib/search-params.ts'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  // What a page's reader drops is dropped from the address too; otherwise the page would get it all the same.
  search: { strict: true },
  // The code of a page is there before the click; its data is fetched by the page itself.
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  notFoundMode: 'root',
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Fetches the code of the page in the address bar while the session is still being restored. */
export const preloadPresentPage = (): void => {
  const routes = { ...router.routesById } as Partial<Record<string, AnyRoute>>
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route = routes[String(routeId)]
    if (route) void router.loadRouteChunk(route)
  }
}
