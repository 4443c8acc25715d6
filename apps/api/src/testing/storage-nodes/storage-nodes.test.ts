import { expect, it } from 'vitest'
import { hasSwift } from '../s3/swift.ts'
import { loseNodes } from './node-rounds.ts'

// One round; `npm run test:storage-nodes` continues for longer.
it.skipIf(!hasSwift())(
  'a storage of three nodes that loses one during uploads keeps every acknowledged file and takes further ones [INST-04]',
  async () => {
    const { kills, acknowledged, whileAway, interrupted, refused, lost } = await loseNodes(1, 12)
    expect(lost).toEqual([])
    expect(kills).toBe(1)
    expect(interrupted).toBeGreaterThan(0)
    expect(whileAway).toBeGreaterThan(0)
    expect(acknowledged).toBeGreaterThan(whileAway)
    // An upload that was under way may be refused; later ones are not.
    expect(refused).toBeLessThanOrEqual(interrupted)
  },
  300_000,
)
