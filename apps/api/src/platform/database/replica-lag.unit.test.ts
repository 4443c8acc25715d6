import { expect, it } from 'vitest'
import { createReplicaLag } from './replica-lag.ts'
import { walPosition } from './replica.ts'

const watch = () => {
  let second = 0
  const lag = createReplicaLag(() => second * 1000)
  return {
    lag,
    pass(seconds: number) {
      for (let passed = 0; passed < seconds; passed++) {
        second += 1
        lag.noteWritten(BigInt(second * 10), second * 1000)
      }
    },
  }
}

it('equals the age of the newest WAL position known to be on the replica [READ-04]', () => {
  const { lag, pass } = watch()
  expect(lag.seconds()).toBe(Infinity)
  pass(10)
  expect(lag.seconds()).toBe(Infinity)
  lag.noteReplayed(100n)
  expect(lag.seconds()).toBe(0)
  pass(4)
  expect(lag.seconds()).toBe(4)
  lag.noteReplayed(129n)
  expect(lag.seconds()).toBe(2)
})

it('grows while the replica cannot reach the primary [READ-04]', () => {
  const { lag, pass } = watch()
  pass(1)
  lag.noteReplayed(10n)
  pass(600)
  lag.noteReplayed(10n)
  expect(lag.seconds()).toBe(600)
  lag.noteReplayed(3000n)
  expect(lag.seconds()).toBeGreaterThanOrEqual(301)
  lag.noteReplayed(6010n)
  expect(lag.seconds()).toBe(0)
})

it('becomes unknown when a replica further behind takes its place [READ-04]', () => {
  const { lag, pass } = watch()
  pass(20)
  lag.noteReplayed(200n)
  pass(1)
  lag.noteReplayed(50n)
  expect(lag.seconds()).toBe(Infinity)
})

it('compares WAL positions as numbers', () => {
  expect(walPosition('16/B374D848')).toBe(0x16b374d848n)
  expect(walPosition('9/0') ?? 0n).toBeLessThan(walPosition('A/0') ?? 0n)
  expect(walPosition('1/FFFFFFFF') ?? 0n).toBeLessThan(walPosition('10/0') ?? 0n)
  for (const nonsense of ['', 'x', '1', '1/', '/1', '1/1/1', '-1/1', '123456789/0'])
    expect(walPosition(nonsense)).toBeUndefined()
})
