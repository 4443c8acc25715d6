import { PROVIDER_CHANNEL } from '@zelab/contract'
import { messageOf } from '../../lib/api-error.ts'
import { startAddress } from './provider-address.ts'
import { providerProblem } from './provider-problems.ts'
import * as texts from './texts.ts'

const FEATURES = 'popup,width=560,height=720'

class WindowProblem extends Error {}

/** The problem that the second window reports; null after a success. */
const reportedProblem = (message: unknown): string | null =>
  typeof message === 'object' &&
  message !== null &&
  'problem' in message &&
  typeof message.problem === 'string'
    ? message.problem
    : null

/**
 * Opens the provider in a second window, and resolves when that has confirmed the identity. A window that shows another
 * origin looks closed (Cross-Origin-Opener-Policy), so only `signal` ends the waiting for one without an answer.
 */
export const confirmInWindow = async (
  { id, name }: { id: number; name: string },
  signal: AbortSignal,
): Promise<true> => {
  const channel = new BroadcastChannel(PROVIDER_CHANNEL)
  try {
    const answer = new Promise<unknown>((resolve, reject) => {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data))
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
    if (!window.open(startAddress(id, { purpose: 'confirm' }), PROVIDER_CHANNEL, FEATURES))
      throw new WindowProblem(texts.windowBlocked)
    const problem = reportedProblem(await answer)
    if (problem !== null) throw new WindowProblem(providerProblem(problem, name) ?? texts.providerFailed)
    return true
  } finally {
    channel.close()
  }
}

/** A sentence about a refusal; undefined when the waiting was ended. */
export const windowProblem = (error: unknown): string | undefined =>
  error instanceof DOMException
    ? undefined
    : error instanceof WindowProblem
      ? error.message
      : messageOf(error)
