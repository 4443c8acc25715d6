import { contract, type Endpoint } from '@zelab/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { AppError } from '../core/app-error.ts'
import { limitByUser } from './user-limits.ts'

const startEndpoint = (endpoint: Endpoint) => {
  const app = { server: {} } as FastifyInstance
  const running: { finish: () => void; close: () => unknown }[] = []
  const refusals: unknown[] = []
  let sessions = 0
  const raw = () =>
    Object.assign(new EventEmitter(), { destroyed: false, closed: false, writableFinished: false })
  const handler = limitByUser(app, endpoint, (_, reply) => {
    const close = () => reply.raw.emit('close')
    return new Promise<void>((finish) => void running.push({ finish, close }))
  })
  const call = (userId: number) =>
    void handler(
      { caller: { user: { id: userId }, session: { id: ++sessions } } } as FastifyRequest,
      // The queue reads nothing else of a reply.
      { raw: raw() } as unknown as FastifyReply,
    ).catch((error: unknown) => refusals.push(error))
  const afterCalls = async (count: number, userId = 1) => {
    for (let number = 0; number < count; number++) call(userId)
    await nextTurn()
    return { running: running.length, refused: refusals.length }
  }
  return { afterCalls, running, refusals }
}

describe.each<[string, Endpoint]>([
  ['a list', contract.patients.list],
  ['the dashboard', contract.dashboard.get],
  ['the search', contract.search.records],
  ['the check of a phone number', contract.patients.checkPhone],
  ['the check for duplicates', contract.patients.findDuplicates],
  ['the check of a file', contract.reports.checkFile],
  ['the preview of a merge', contract.patients.previewMerge],
])('%s', (_, endpoint) => {
  it('answers four per user at a time, queues a hundred and rejects more [SAFE-15]', async () => {
    const { afterCalls, running, refusals } = startEndpoint(endpoint)
    expect(await afterCalls(104)).toEqual({ running: 4, refused: 0 })
    expect(await afterCalls(3)).toEqual({ running: 4, refused: 3 })
    expect(refusals[0]).toBeInstanceOf(AppError)
    expect(refusals[0]).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 2 })
    expect(await afterCalls(1, 2)).toEqual({ running: 5, refused: 3 })
    running[0]?.finish()
    await nextTurn()
    expect(await afterCalls(1)).toEqual({ running: 6, refused: 3 })
  })
})

describe.each<[string, Endpoint]>([
  ['of patients', contract.patients.exportCsv],
  ['of reports', contract.reports.exportCsv],
])('an export %s', (_, endpoint) => {
  it('uses one of two slots per user until its last byte is sent; ten more wait [SAFE-15]', async () => {
    const { afterCalls, running } = startEndpoint(endpoint)
    expect(await afterCalls(12)).toEqual({ running: 2, refused: 0 })
    expect(await afterCalls(1)).toEqual({ running: 2, refused: 1 })
    expect(await afterCalls(1, 2)).toEqual({ running: 3, refused: 1 })
    running[0]?.finish()
    expect(await afterCalls(0)).toEqual({ running: 3, refused: 1 })
    running[0]?.close()
    await nextTurn()
    expect(await afterCalls(0)).toEqual({ running: 4, refused: 1 })
  })
})

describe.each<[string, Endpoint]>([
  ['a file', contract.reports.readFile],
  ['a public endpoint with a limit of attempts', contract.auth.login],
])('%s', (_, endpoint) => {
  it('runs outside of the limits [SAFE-15]', async () => {
    expect(await startEndpoint(endpoint).afterCalls(300)).toEqual({ running: 300, refused: 0 })
  })
})

it('runs two writes per user at a time, queues a hundred and rejects more [SAFE-15]', async () => {
  const { afterCalls } = startEndpoint(contract.patients.register)
  expect(await afterCalls(102)).toEqual({ running: 2, refused: 0 })
  expect(await afterCalls(1)).toEqual({ running: 2, refused: 1 })
  expect(await afterCalls(1, 2)).toEqual({ running: 3, refused: 1 })
})
