import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { DatabaseUnavailableError } from '../platform/database/database.ts'
import { QueueFullError } from '../platform/fair-queue.ts'
import { StorageUnavailableError } from '../platform/file-storage/file-storage.ts'
import { rateLimited } from '../core/app-error.ts'
import { addErrorHandler } from './error-handler.ts'

const freeBytes = () => Promise.resolve(1e9)

it('answers 503 when a queue is full and 429 at a rate limit, both with Retry-After [SAFE-11]', async () => {
  const app = Fastify()
  addErrorHandler(app, { onForbidden: () => Promise.resolve(), freeBytes })
  app.get('/busy', () => Promise.reject(new QueueFullError()))
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

it('answers 503 with Retry-After, never 500, when the database or storage cannot do the work now [HA-03]', async () => {
  const reported = (code: string) => Object.assign(new Error('refused'), { code, severity: 'ERROR' })
  const failures = {
    unavailable: new DatabaseUnavailableError(new Error('gone')),
    storage: new StorageUnavailableError(new Error('gone')),
    serialization: reported('40001'),
    deadlock: reported('40P01'),
    lock: reported('55P03'),
    timeout: reported('57014'),
    readOnly: Object.assign(new Error('read-only file system'), { code: 'EROFS' }),
    closed: new Error('not stored', { cause: Object.assign(new Error('denied'), { code: 'EACCES' }) }),
  }
  const app = Fastify()
  addErrorHandler(app, { onForbidden: () => Promise.resolve(), freeBytes })
  for (const [name, error] of Object.entries(failures)) app.get(`/${name}`, () => Promise.reject(error))
  for (const name of Object.keys(failures)) {
    const answer = await app.inject(`/${name}`)
    expect({ name, status: answer.statusCode, wait: answer.headers['retry-after'] }).toEqual({
      name,
      status: 503,
      wait: '2',
    })
  }
  await app.close()
})

it('answers 507 and names the disk when it is full, also when the database stopped because of it [OPS-11]', async () => {
  const full = (code: string, more = {}) =>
    Object.assign(new Error('No space left on device'), { code, ...more })
  const failures: [string, Error, number][] = [
    ['database', full('53100', { severity: 'ERROR' }), 1e9],
    ['storage', new StorageUnavailableError(full('ENOSPC')), 1e9],
    ['quota', full('EDQUOT'), 1e9],
    ['stopped', new DatabaseUnavailableError(new Error('gone')), 1e6],
  ]
  for (const [name, error, free] of failures) {
    const app = Fastify()
    addErrorHandler(app, { onForbidden: () => Promise.resolve(), freeBytes: () => Promise.resolve(free) })
    app.get('/', () => Promise.reject(error))
    const answer = await app.inject('/')
    expect({ name, status: answer.statusCode, body: answer.json() }).toEqual({
      name,
      status: 507,
      body: {
        success: false,
        code: 'DISK_ALMOST_FULL',
        message: 'The disk of the service is almost full. Please tell your administrator.',
      },
    })
    await app.close()
  }
})
