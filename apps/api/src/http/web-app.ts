import { existsSync } from 'node:fs'
import path from 'node:path'
import { API_BASE } from '@zelab/contract'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { PageSettings } from '../core/page-settings.ts'
import { createIndexPage, INDEX } from './index-page.ts'
import { pathNotFound } from './serve.ts'

const YEAR_SECONDS = 31_536_000
/** The user guide: plain pages in a folder of their own. */
const GUIDE = 'guide'

const isPage = (method: string, url: string) =>
  (method === 'GET' || method === 'HEAD') && !url.startsWith(`${API_BASE}/`) && !url.startsWith('/assets/')

/** Files that never change while the service runs; what has a hash in its name never changes at all. */
const asBuilt = (root: string): FastifyStaticOptions => ({
  root,
  wildcard: false,
  index: false,
  preCompressed: true,
  cacheControl: false,
  setHeaders: (response, file) => {
    const isHashed = file.includes('/assets/')
    response.setHeader('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
  },
})

/**
 * Serves the built web app beside the API: hashed assets for good, `index.html` for every path that is a page of
 * the app (the app itself shows Page Not Found).
 * @param readSettings what the page knows of the installation as it arrives
 */
export const serveWebApp = async (
  app: FastifyInstance,
  webRoot: string | undefined,
  readSettings: () => Promise<PageSettings>,
): Promise<void> => {
  if (webRoot) {
    // The page is filled in for each request; neither it nor its packed copies are sent as they lie there.
    await app.register(fastifyStatic, { ...asBuilt(webRoot), globIgnore: [`${INDEX}*`, `${GUIDE}/**`] })
    const guide = path.join(webRoot, GUIDE)
    if (existsSync(guide))
      await app.register(fastifyStatic, {
        ...asBuilt(guide),
        prefix: `/${GUIDE}/`,
        // With it a folder's own page is not found.
        preCompressed: false,
        index: INDEX,
        decorateReply: false,
        redirect: true,
      })
  }
  const indexPage = webRoot ? await createIndexPage(webRoot, readSettings) : undefined
  app.setNotFoundHandler(async (request, reply) => {
    if (!indexPage || !isPage(request.method, request.url)) throw pathNotFound()
    return reply
      .status(200)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(await indexPage(request.url.split('?', 1)[0] ?? ''))
  })
}
