import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { FileMissingError } from '../../apps/api/src/platform/file-storage/file-storage.ts'
import { areInstalled } from '../../apps/api/src/testing/programs.ts'
import { SWIFT_PROGRAMS } from '../../apps/api/src/testing/s3/swift.ts'
import { findLost, loseNodes } from './node-rounds.ts'

it('counts a file that is missing or has other content as lost', async () => {
  const sha256 = createHash('sha256').update('same').digest('hex')
  const open = (name: string) =>
    name === 'missing'
      ? Promise.reject(new FileMissingError(name))
      : Promise.resolve(Readable.from([Buffer.from(name)]))
  const kept = new Map(['same', 'other', 'missing'].map((name) => [name, sha256]))
  const lost = await findLost({ open }, kept)
  expect(lost.map((line) => line.split(':')[0])).toEqual(['other', 'missing'])
})

it.skipIf(!areInstalled(...SWIFT_PROGRAMS))(
  'keeps every acknowledged file and takes further ones when one of three nodes is lost during uploads [INST-04]',
  async () => {
    const { kills, acknowledged, whileAway, interrupted, refused, lost } = await loseNodes(1, 12)
    expect(lost).toEqual([])
    expect(kills).toBe(1)
    expect(interrupted).toBeGreaterThan(0)
    expect(whileAway).toBeGreaterThan(0)
    expect(acknowledged).toBeGreaterThan(whileAway)
    // An interrupted upload may be rejected; later ones may not.
    expect(refused).toBeLessThanOrEqual(interrupted)
  },
)
