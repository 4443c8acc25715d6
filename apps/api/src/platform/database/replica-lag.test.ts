import { expect, it } from 'vitest'
import { createReplicaLag } from './replica-lag.ts'
import { walPosition } from './wal-position.ts'

/** A primary that writes ten bytes a second and is asked once a second, on a clock of its own. */
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

it('is the age of the newest known place in the log that the replica has [READ-04]', () => {
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

it('grows for a replica that the primary no longer reaches, however long that lasts [READ-04]', () => {
  const { lag, pass } = watch()
  pass(1)
  lag.noteReplayed(10n)
  pass(600)
  lag.noteReplayed(10n)
  expect(lag.seconds()).toBe(600)
  // It has come a good way since; what is known of that is never too much.
  lag.noteReplayed(3000n)
  expect(lag.seconds()).toBeGreaterThanOrEqual(301)
  lag.noteReplayed(6010n)
  expect(lag.seconds()).toBe(0)
})

it('is unknown when another replica, further back, takes the place [READ-04]', () => {
  const { lag, pass } = watch()
  pass(20)
  lag.noteReplayed(200n)
  pass(1)
  lag.noteReplayed(50n)
  expect(lag.seconds()).toBe(Infinity)
})

it('places in the log are compared as numbers', () => {
  expect(walPosition('16/B374D848')).toBe(0x16b374d848n)
  expect(walPosition('9/0') ?? 0n).toBeLessThan(walPosition('A/0') ?? 0n)
  expect(walPosition('1/FFFFFFFF') ?? 0n).toBeLessThan(walPosition('10/0') ?? 0n)
  for (const nonsense of ['', 'x', '1', '1/', '/1', '1/1/1', '-1/1', '123456789/0'])
    expect(walPosition(nonsense)).toBeUndefined()
})
