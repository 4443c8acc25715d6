import { API_BASE } from '@zelab/contract'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { pathNotFound } from './serve.ts'

const YEAR_SECONDS = 31_536_000

const isPage = (method: string, url: string) =>
  (method === 'GET' || method === 'HEAD') && !url.startsWith(`${API_BASE}/`) && !url.startsWith('/assets/')

/**
 * Serves the built web app beside the API: hashed assets for good, `index.html` for every path that is a page of
 * the app (the app itself shows Page Not Found).
 */
export const serveWebApp = async (app: FastifyInstance, webRoot: string | undefined): Promise<void> => {
  if (webRoot)
    await app.register(fastifyStatic, {
      root: webRoot,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        const isHashed = path.includes('/assets/')
        response.setHeader(
          'cache-control',
          isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
        )
      },
    })
  app.setNotFoundHandler((request, reply) => {
    if (webRoot && isPage(request.method, request.url)) return reply.sendFile('index.html')
    throw pathNotFound()
  })
}
