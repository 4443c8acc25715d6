import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { BusyError } from '../platform/busy-error.ts'
import { rateLimited } from '../core/app-error.ts'
import { addErrorHandler } from './error-handler.ts'

it('answers 503 when a queue is full and 429 at a rate limit, both with Retry-After [SAFE-11]', async () => {
  const app = Fastify()
  addErrorHandler(app, { onForbidden: () => Promise.resolve() })
  app.get('/busy', () => Promise.reject(new BusyError('the password hasher', 5)))
  app.get('/throttled', () => Promise.reject(rateLimited(0.2)))
  const busy = await app.inject('/busy')
  expect({ status: busy.statusCode, wait: busy.headers['retry-after'] }).toEqual({ status: 503, wait: '5' })
  expect(busy.json()).toEqual({
    success: false,
    code: 'SERVICE_UNAVAILABLE',
    message: 'The service is temporarily unavailable. Please try again.',
  })
  const limited = await app.inject('/throttled')
  expect({ status: limited.statusCode, wait: limited.headers['retry-after'] }).toEqual({
    status: 429,
    wait: '1',
  })
  await app.close()
})
