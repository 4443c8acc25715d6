import type { FastifyInstance } from 'fastify'

/** Takes an empty JSON body as no body: clients that always send the content type may DELETE without one. */
export const acceptEmptyJsonBody = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') done(null, undefined)
    else void parse(request, body, done)
  })
}
