import { expect, it } from 'vitest'
import { startDeliveriesApp } from '../../../testing/deliveries.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const suite = await stopAtEnd(startDeliveriesApp())

it('codes are removed after a day, sessions of links an hour after their last use [LINK-08]', async () => {
  const { app, sendableReport, handOver } = suite
  const { reportId } = await sendableReport()
  const { delivery } = (await handOver(reportId, 'copy')).body.data
  const { id: linkId } = await app.database.one<{ id: number }>(
    'select id from report_links where delivery_id = $1',
    [delivery.id],
  )
  await app.database.execute(
    `insert into link_codes (link_id, created_at)
     select $1, now() - make_interval(hours => h) from unnest(array[1, 23, 25, 100]) h`,
    [linkId],
  )
  await app.database.execute(
    `insert into link_sessions (token_hash, link_id, used_at)
     select sha256(n::text::bytea), $1, now() - make_interval(mins => case when n <= 3 then 59 else 61 end)
       from generate_series(1, 1200) n`,
    [linkId],
  )
  await app.services.linkCleanup.removeOld()
  const left = (table: string) =>
    app.database.one<{ count: number }>(`select count(*) from ${table}`).then(({ count }) => count)
  expect([await left('link_codes'), await left('link_sessions')]).toEqual([2, 3])
})
