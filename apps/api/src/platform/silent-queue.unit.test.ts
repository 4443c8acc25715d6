import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchForSilence } from './silent-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const watchQueue = () => {
  const events = new EventEmitter() as WorkerEvents
  const { silent, stop } = watchForSilence(events, 2, { checkMs: 1000, checks: 3 })
  let isSilent = false
  void silent.then(() => (isSilent = true))
  const pass = async (seconds: number) => {
    await vi.advanceTimersByTimeAsync(seconds * 1000)
    return isSilent
  }
  return { emit: (name: string) => (events as EventEmitter).emit(name), pass, stop }
}

it('calls a queue without answers silent, not one that finds no jobs [PROC-02]', async () => {
  const { emit, pass, stop } = watchQueue()
  for (let second = 0; second < 10; second += 1) {
    emit('worker:getJob:empty')
    expect(await pass(1)).toBe(false)
  }
  expect(await pass(2)).toBe(false)
  expect(await pass(1)).toBe(true)
  stop()
})

it('calls a queue with fewer long jobs than it may run silent, not a full one [PROC-02]', async () => {
  const { emit, pass, stop } = watchQueue()
  emit('job:start')
  emit('job:start')
  expect(await pass(60)).toBe(false)
  emit('job:complete')
  expect(await pass(3)).toBe(false)
  expect(await pass(1)).toBe(true)
  stop()
})

it('one check after a suspension of the machine is no silence [PROC-02]', async () => {
  const { emit, pass, stop } = watchQueue()
  expect(await pass(2)).toBe(false)
  emit('worker:getJob:empty')
  expect(await pass(3)).toBe(false)
  stop()
})
