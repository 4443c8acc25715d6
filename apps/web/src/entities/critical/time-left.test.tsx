import { beforeEach, expect, it, vi } from 'vitest'
import { noteAnswer } from '../../lib/activity-clock.ts'
import { mountForEachTest } from '../../testing/mount.tsx'
import { TimeLeft } from './time-left.tsx'

const HOUR = 3_600_000

beforeEach(() => {
  // The computer is nine hours ahead of the server.
  const server = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: server + 9 * HOUR })
  noteAnswer(new Date(server).toUTCString())
  return () => {
    vi.useRealTimers()
    noteAnswer(new Date().toUTCString())
  }
})
mountForEachTest(() => <TimeLeft dueAt={new Date(Date.now() - 8.5 * HOUR).toISOString()} />)

it('counts down to the target of a critical result by the clock of the server [VISIT-62]', () => {
  expect(document.body.textContent).toMatch(/(29|30) min left$/)
})
