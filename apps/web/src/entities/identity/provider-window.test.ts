import { PROVIDER_CHANNEL } from '@zelab/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { confirmInWindow, windowProblem } from './provider-window.ts'
import { windowBlocked } from './texts.ts'

const HOSPITAL = { id: 3, name: 'City Hospital' }

const report = (problem: string | null) => {
  const channel = new BroadcastChannel(PROVIDER_CHANNEL)
  channel.postMessage({ problem })
  channel.close()
}
const opened = (result: Window | null) => vi.spyOn(window, 'open').mockReturnValue(result)
const problemWhen = (asked: Promise<unknown>) => asked.then(() => 'none', windowProblem)

afterEach(() => vi.restoreAllMocks())

describe('an identity check by a provider', () => {
  it('opens the provider in a second window and resolves with its success', async () => {
    const open = opened(window)
    const asked = confirmInWindow(HOSPITAL, new AbortController().signal)
    report(null)
    expect(await asked).toBe(true)
    expect(open.mock.lastCall?.[0]).toMatch(/\/auth\/oidc\/3\/start\?purpose=confirm$/)
  })

  it.each([
    ['PROVIDER_DOWN', 'City Hospital does not answer. Try again, or call your administrator.'],
    ['SOMETHING_NEW', 'The provider did not confirm that it is you. Please try again.'],
  ])('says why it failed with %s', async (problem, sentence) => {
    opened(window)
    const asked = problemWhen(confirmInWindow(HOSPITAL, new AbortController().signal))
    report(problem)
    expect(await asked).toBe(sentence)
  })

  it('says that the browser blocked the window', async () => {
    opened(null)
    expect(await problemWhen(confirmInWindow(HOSPITAL, new AbortController().signal))).toBe(windowBlocked)
  })

  it('says nothing when another attempt replaces it', async () => {
    opened(window)
    const attempt = new AbortController()
    const asked = problemWhen(confirmInWindow(HOSPITAL, attempt.signal))
    attempt.abort()
    expect(await asked).toBeUndefined()
  })
})
