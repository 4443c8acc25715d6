import { expect, it } from 'vitest'
import { killSenders } from './sending-rounds.ts'

// A short run; `npm run test:sendings` runs longer.
it('receivers, the feed and FHIR end at the state of every report when processes are killed [API-OUT-04]', async () => {
  const { findings, kills, received, events } = await killSenders({ actions: 200, kills: 4 })
  expect(findings).toEqual([])
  expect(kills).toBeGreaterThan(1)
  expect(received).toBeGreaterThan(50)
  expect(events).toBeGreaterThan(50)
})
