import { describe, expect, it } from 'vitest'
import { createSlots } from './slots.ts'

describe('slots', () => {
  const receiver = (id: number, labId: number, failingSince: string | null = null) => ({
    ...{ id, labId, failingSince },
  })

  it('leave room for other labs, and most of it for receivers that answer soon [API-OUT-145]', () => {
    const slots = createSlots({ ofLab: 3, slow: 2, slowOrNew: 4, slowOrNewOfLab: 2 })
    const [first, second] = [slots.take(receiver(1, 1)), slots.take(receiver(2, 1))]
    expect(slots.take(receiver(3, 1))).toBeUndefined()
    first?.()
    second?.()
    for (const id of [1, 2, 3, 4]) slots.noteTime(id, 10)
    const quick = [slots.take(receiver(1, 1)), slots.take(receiver(2, 1)), slots.take(receiver(3, 1))]
    expect(quick.map((end) => end !== undefined)).toEqual([true, true, true])
    expect(slots.take(receiver(4, 1))).toBeUndefined()
    expect(slots.take(receiver(5, 2))).toBeDefined()
    expect(slots.take(receiver(6, 2))).toBeDefined()
    expect(slots.take(receiver(7, 3))).toBeDefined()
    expect(slots.take(receiver(8, 3))).toBeDefined()
    expect(slots.take(receiver(9, 4))).toBeUndefined()
  })

  it('know a receiver by its last turn and its failures [API-OUT-145]', () => {
    const slots = createSlots({ ofLab: 3, slow: 1, slowOrNew: 2, slowOrNewOfLab: 1 })
    slots.noteTime(1, 13_000)
    slots.noteTime(2, 20)
    const slow = slots.take(receiver(1, 1))
    expect(slow).toBeDefined()
    expect(slots.take(receiver(2, 2, '2026-11-01T08:00:00Z'))).toBeUndefined()
    expect(slots.take(receiver(2, 2))).toBeDefined()
    // A new one may be quick, so it does not wait for slow ones.
    const fresh = slots.take(receiver(3, 3))
    expect(fresh).toBeDefined()
    expect(slots.take(receiver(4, 4))).toBeUndefined()
    fresh?.()
    expect(slots.take(receiver(4, 4))).toBeDefined()
    slow?.()
    slots.noteTime(1, 30)
    expect(slots.take(receiver(1, 1))).toBeDefined()
  })
})
