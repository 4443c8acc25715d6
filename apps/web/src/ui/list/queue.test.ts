import { notifications } from '@mantine/notifications'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queueOf } from './queue.tsx'

interface Row {
  id: number
  isFree: boolean
}
const rowsOf = (...ids: number[]): Row[] => ids.map((id) => ({ id, isFree: true }))

let told: string[] = []
beforeEach(() => {
  told = []
  vi.spyOn(notifications, 'show').mockImplementation(({ message }) => {
    told.push(JSON.stringify(message))
    return ''
  })
  return () => vi.restoreAllMocks()
})

/** Opens the record after the first of `listed`, when the server has `now`. */
const advance = async (listed: Row[], now: Row[] | 'unreachable', page = 1) => {
  const opened: (number | 'finished')[] = []
  const pagination = { page, limit: 10, totalItems: listed.length, totalPages: page, isEstimate: false }
  await queueOf<Row>({
    id: listed[0]?.id ?? 0,
    answer: { data: listed, pagination },
    readPage: async () => (now === 'unreachable' ? Promise.reject(new Error('offline')) : now),
    isFree: ({ isFree }) => isFree,
    open: (id) => opened.push(id),
    finish: () => opened.push('finished'),
  }).advance()
  return opened
}

describe('The next record of a list', () => {
  it('follows as the next one that is still there, and those finished meanwhile are told in one line [INBOX-196]', async () => {
    expect(await advance(rowsOf(1, 2, 3, 4), rowsOf(4, 5))).toEqual([4])
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('2 were finished by others')
  })

  it('skips one that a colleague has opened, which is not finished [INBOX-196]', async () => {
    expect(await advance(rowsOf(1, 2, 3), [{ id: 2, isFree: false }, ...rowsOf(3)])).toEqual([3])
    expect(told).toEqual([])
  })

  it('comes from later or earlier ones when all that followed are finished, or does not exist [INBOX-196]', async () => {
    expect(await advance(rowsOf(5, 6), rowsOf(1, 7))).toEqual([1])
    expect(await advance(rowsOf(1, 2), [])).toEqual(['finished'])
  })

  it('comes from the list on the screen when the server cannot be reached', async () => {
    expect(await advance(rowsOf(1, 2), 'unreachable')).toEqual([2])
    expect(told).toEqual([])
  })
})
