import type { FastifyInstance } from 'fastify'

/** Treats an empty JSON body as no body: some clients always send the content type, even with DELETE. */
export const acceptEmptyJsonBody = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') done(null, undefined)
    else void parse(request, body, done)
  })
}
