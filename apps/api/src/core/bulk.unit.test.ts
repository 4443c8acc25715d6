import { describe, expect, it } from 'vitest'
import { conflict, rateLimited, unauthenticated } from './app-error.ts'
import { workOnEach } from './bulk.ts'

const setUp = (failing: (id: number) => Error) => {
  const [tried, failures]: [number[], unknown[]] = [[], []]
  const session = new AbortController()
  const outcomes = workOnEach(
    [1, 2, 3],
    (id) => {
      tried.push(id)
      return Promise.reject(failing(id))
    },
    { signal: session.signal, reportFailure: (error) => failures.push(error), what: 'records failed' },
  )
  const codes = outcomes.then((all) => all.map(({ item, problem }) => [item, problem?.code]))
  return { codes, tried, failures, session }
}

describe('work on each record of a request', () => {
  it('names what became of each, also when one fails unexpectedly [RULE-115]', async () => {
    const { codes, failures } = setUp((id) =>
      id === 2 ? new Error('The disk is on fire') : conflict('RECORD_CHANGED'),
    )
    expect(await codes).toEqual([
      [1, 'RECORD_CHANGED'],
      [2, 'UNEXPECTED_ERROR'],
      [3, 'RECORD_CHANGED'],
    ])
    expect(failures).toHaveLength(1)
  })

  it('tries no further record once a limit is reached [DELIV-20]', async () => {
    const { codes, tried } = setUp(() => rateLimited(60))
    expect((await codes).map(([, code]) => code)).toEqual(Array(3).fill('TOO_MANY_ATTEMPTS'))
    expect(tried).toEqual([1])
  })

  it('does nothing more once the session has ended [RULE-42]', async () => {
    const { codes, tried, session } = setUp(() => conflict('RECORD_CHANGED'))
    session.abort(unauthenticated())
    await expect(codes).rejects.toThrow(unauthenticated())
    expect(tried).toEqual([1])
  })
})
