import { existsSync } from 'node:fs'
import path from 'node:path'
import { API_BASE } from '@zelab/contract'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { PageSettings } from '../core/page-settings.ts'
import { createIndexPage, INDEX } from './index-page.ts'
import { pathNotFound } from './serve.ts'

const YEAR_SECONDS = 31_536_000
/** The user guide: static pages in a separate folder. */
const GUIDE = 'guide'

const isPage = (method: string, url: string) =>
  (method === 'GET' || method === 'HEAD') && !url.startsWith(`${API_BASE}/`) && !url.startsWith('/assets/')

/** Files that never change while the service runs; those with a hash in their name never change at all. */
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
 * Serves the built web app: hashed assets forever, `index.html` for every path of the app (which shows Page Not Found
 * itself).
 * @param readSettings the installation settings embedded in the page
 */
export const serveWebApp = async (
  app: FastifyInstance,
  webRoot: string | undefined,
  readSettings: () => Promise<PageSettings>,
): Promise<void> => {
  if (webRoot) {
    // The page is rendered per request, so neither it nor its compressed copies are served from disk.
    await app.register(fastifyStatic, { ...asBuilt(webRoot), globIgnore: [`${INDEX}*`, `${GUIDE}/**`] })
    const guide = path.join(webRoot, GUIDE)
    if (existsSync(guide))
      await app.register(fastifyStatic, {
        ...asBuilt(guide),
        prefix: `/${GUIDE}/`,
        // With it, folder index pages are not found.
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
