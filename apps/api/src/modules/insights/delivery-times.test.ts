import type { DeliveryTimes } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../testing/api-client.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'

const app = await useTestApp()
const lab = await app.createLab()
const doctor = await app.signedIn('Doctor', lab)
const admin = await app.signedIn('Admin')
const outsider = await app.signedIn('Doctor')
const reportId = (await publishReport(doctor, await registerPatient(doctor), await addReportType(doctor))).id

/** `openedAfter` has one entry per link in seconds, or null. */
const send = (channel: string, sentAt: string, openedAfter: (number | null)[], purpose = 'report') =>
  app.database.execute(
    `with message as (
       insert into deliveries (report_id, lab_id, report_version, channel, purpose, language, template_version, state,
                               sent_at)
       values ($1, $2, 1, $3, $4, 'en', 1, 'sent', $5) returning id, sent_at
     )
     insert into report_links (delivery_id, token_hash, expires_at, first_opened_at)
     select m.id, sha256(gen_random_uuid()::text::bytea), m.sent_at + interval '30 days',
            m.sent_at + make_interval(secs => a.after)
       from message m, unnest($6::float[]) a (after)`,
    [reportId, lab.id, channel, purpose, sentAt, openedAfter],
  )
const times = async (client: ApiClient, query = 'fromDate=2025-03-10&toDate=2025-03-10') => {
  const answer = await client.get(`/insights/deliveries?${query}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data as DeliveryTimes
}

const HOUR = 3_600
const DAY = 24 * HOUR

describe('the time from sent to opened', () => {
  it('counts by channel, in days of the installation’s time zone [DELIV-26]', async () => {
    // Dubai is four hours ahead: its March 10 lasts from 20:00 UTC on March 9 to 20:00 UTC on March 10.
    await send('email', '2025-03-09T19:59:59.999Z', [1])
    await send('email', '2025-03-09T20:00:00Z', [null, HOUR])
    await send('email', '2025-03-10T12:00:00Z', [HOUR + 1])
    await send('email', '2025-03-10T13:00:00Z', [3 * DAY])
    await send('email', '2025-03-10T14:00:00Z', [3 * DAY + 1, 3 * DAY + 2], 'amended')
    await send('email', '2025-03-10T19:59:59.999Z', [null])
    await send('slip', '2025-03-10T08:00:00Z', [])
    await send('paper', '2025-03-10T08:00:00Z', [])
    await send('email', '2025-03-10T08:00:00Z', [1], 'withdrawn')
    await send('email', '2025-03-10T20:00:00Z', [1])
    const expected: DeliveryTimes = {
      channels: [
        {
          channel: 'email',
          sent: 5,
          opened: 4,
          openedWithinHour: 1,
          openedWithinDay: 2,
          openedWithinThreeDays: 3,
          medianSeconds: HOUR + 1,
        },
        ...['paper', 'slip'].map((channel) => ({
          channel: channel as 'paper' | 'slip',
          sent: 1,
          opened: 0,
          openedWithinHour: 0,
          openedWithinDay: 0,
          openedWithinThreeDays: 0,
          medianSeconds: null,
        })),
      ],
      isPartial: false,
    }
    expect(await times(doctor)).toEqual(expected)
    expect(await times(admin)).toEqual(expected)
    expect(await times(admin, `fromDate=2025-03-10&toDate=2025-03-10&labId=${lab.id}`)).toEqual(expected)
    expect(await times(outsider)).toEqual({ channels: [], isPartial: false })
    expect(await times(outsider, `fromDate=2025-03-10&toDate=2025-03-10&labId=${lab.id}`)).toEqual({
      channels: [],
      isPartial: false,
    })
  })

  it('appears in the export, without openings of paper [DELIV-26, DELIV-49]', async () => {
    const response = await doctor.raw(
      'GET',
      '/api/v1/insights/export?figure=deliveries&fromDate=2025-03-10&toDate=2025-03-10',
    )
    expect((await response.text()).split('\r\n')).toEqual([
      'Channel,Sent,Opened,Within 1 hour,Within 1 day,Within 3 days,Median in Seconds',
      'email,5,4,1,2,3,3601',
      'paper,1,,,,,',
      'slip,1,0,0,0,0,',
      '',
    ])
  })

  it('looks at the newest 100,000 messages [DELIV-26]', async () => {
    await app.database.execute(
      `insert into deliveries (report_id, lab_id, report_version, channel, purpose, language, template_version, state,
                               sent_at)
       select $1, $2, 1, 'sms', 'report', 'en', 1, 'sent', '2025-03-10T15:00Z' from generate_series(1, 100000)`,
      [reportId, lab.id],
    )
    const found = await times(doctor)
    expect(found.isPartial).toBe(true)
    expect(found.channels.reduce((sum, { sent }) => sum + sent, 0)).toBe(100_000)
  })

  it('requires an Admin or Doctor, and a period that is not too long [DELIV-26]', async () => {
    for (const role of ['Technician', 'Receptionist'] as const)
      expect((await (await app.signedIn(role, lab)).get('/insights/deliveries')).status).toBe(403)
    expect((await doctor.get('/insights/deliveries?fromDate=1990-01-01&toDate=2025-01-01')).status).toBe(400)
  })
})
