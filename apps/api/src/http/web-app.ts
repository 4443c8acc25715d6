import { existsSync } from 'node:fs'
import path from 'node:path'
import { API_BASE, PRODUCT_NAME } from '@zelab/contract'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { PageSettings } from '../core/page-settings.ts'
import { pathNotFound } from './serve.ts'
import { readFile } from 'node:fs/promises'
import { escapeHtml } from '../platform/html.ts'
import { createPagePreloads } from './page-preloads.ts'

const INDEX = 'index.html'

const NAMES = new RegExp(`(<title>|<noscript>|content=")${PRODUCT_NAME}\\b`, 'g')

/** Inserts the installation's name into the page, which avoids a request and a flash of the built-in name. */
export const fillInPage = (page: string, settings: PageSettings): string => {
  const name = escapeHtml(settings.productName)
  const meta = `<meta name="zelab-brand" content="${escapeHtml(JSON.stringify(settings))}" />`
  return page
    .replace(NAMES, (_, before: string) => before + name)
    .replace('<title>', (title) => `${meta}\n    ${title}`)
}

const createIndexPage = async (webRoot: string, readSettings: () => Promise<PageSettings>) => {
  const built = await readFile(path.join(webRoot, INDEX), 'utf8')
  const preloadsOf = await createPagePreloads(webRoot)
  let lastKnown: PageSettings | undefined
  return async (address: string): Promise<string> => {
    // Without a database, the app still loads and explains the problem.
    lastKnown = await readSettings().catch(() => lastKnown)
    const page = built.replace('</head>', () => `  ${preloadsOf(address)}\n  </head>`)
    return lastKnown ? fillInPage(page, lastKnown) : page
  }
}

const YEAR_SECONDS = 31_536_000
const GUIDE = 'guide'

const NOT_A_PAGE = new RegExp(`^(${API_BASE}/|/assets/|/fhir([/?]|$))`)
const isPage = (method: string, url: string) =>
  (method === 'GET' || method === 'HEAD') && !NOT_A_PAGE.test(url)

/** Files do not change while the service runs; names with a hash never change. */
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

/** Serves hashed assets forever, and `index.html` for every path of the app, which shows Page Not Found itself. */
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
        // `preCompressed` breaks index pages of folders.
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
