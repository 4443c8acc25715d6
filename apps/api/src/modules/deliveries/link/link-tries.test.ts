import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startLinkApp, wrongDate, type LinkApp, type LinkClient } from '../../../testing/link-client.ts'

let links: LinkApp
beforeAll(async () => {
  links = await startLinkApp({ trustProxy: 1 })
})
afterAll(() => links.app.stop())
beforeEach(() => links.forgetLimits())

const from = (address: string) => ({ 'x-forwarded-for': address })
const endLock = () => links.app.database.execute('update report_links set locked_until = now()')
const wrong = async (link: LinkClient, count: number) => {
  const answers = []
  for (let number = 0; number < count; number++) answers.push(await link.identify(wrongDate(number)))
  return answers
}

describe('wrong dates of birth', () => {
  it('lock a link for 15 minutes at the fifth, for the right date as well [LINK-04]', async () => {
    const { link, reportId } = await links.makeLink()
    const answers = await wrong(link, 5)
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 200])
    expect(answers.slice(0, 4).map(({ html }) => /\d attempts? left/.exec(html)?.[0])).toEqual([
      '4 attempts left',
      '3 attempts left',
      '2 attempts left',
      '1 attempt left',
    ])
    expect(answers[0]?.html).toContain('value="1920"')
    expect(answers[4]?.html).toContain('Try again in 15 minutes')
    const locked = await link.identify()
    expect(locked.status).toBe(200)
    expect(locked.html).toBe(answers[4]?.html)
    const row = await links.rowOf(link)
    const wait = await links.app.database.one<{ minutes: number }>(
      `select extract(epoch from $1::timestamptz - now())::float8 / 60 as minutes`,
      [row.locked_until],
    )
    expect(wait.minutes).toBeGreaterThan(14.5)
    expect(wait.minutes).toBeLessThanOrEqual(15)
    expect(await links.eventsOf(link)).toEqual([
      'wrong-tries 1',
      'wrong-tries 2',
      'wrong-tries 3',
      'wrong-tries 4',
      'locked 5',
    ])
    await endLock()
    expect((await link.identify()).status).toBe(303)
    const refusals = await links.app.database.query<{ summary: string }>(
      "select summary from activity_log where action = 'delivery.refuse' and object_id = $1",
      [reportId],
    )
    expect(refusals).toHaveLength(6)
    for (const { summary } of refusals) expect(summary).not.toContain('Layla')
  })

  it('appear in the title of the page [A11Y-12]', async () => {
    const { link } = await links.makeLink()
    expect((await link.get()).html).toContain('<title>Document')
    expect((await wrong(link, 1))[0]?.html).toContain('<title>Error: Document')
  })

  it('end the link at the tenth in all [LINK-04]', async () => {
    const { link } = await links.makeLink()
    await wrong(link, 5)
    await endLock()
    const answers = await wrong(link, 5)
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 410])
    expect(await links.rowOf(link)).toMatchObject({ revocation: 'wrong-tries', wrong_tries: 10 })
    expect((await links.eventsOf(link)).slice(-2)).toEqual(['wrong-tries 9', 'revoked wrong-tries'])
    expect((await link.get()).status).toBe(410)
    expect((await link.identify()).status).toBe(303)
    expect((await links.rowOf(link)).first_opened_at).toBeNull()
  })

  it('count completely when 30 arrive at the same moment [LINK-04]', async () => {
    const { link } = await links.makeLink()
    await link.get()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, number) => link.identify(wrongDate(number), from(`192.0.2.${number}`))),
    )
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(4)
    expect((await links.rowOf(link)).wrong_tries).toBe(5)
    expect(await links.eventsOf(link)).toHaveLength(5)
  })

  it('fail after 20 of one network in an hour, on any links [LINK-04]', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => links.makeLink()))
    const tryOnce = (number: number, address: string) =>
      made[number % 6]?.link.identify(wrongDate(number), from(address))
    for (let number = 0; number < 20; number++)
      expect((await tryOnce(number, `2001:db8:9:9::${number}`))?.status, `${number}`).toBe(422)
    const refused = await made[0]?.link.identify(undefined, from('2001:db8:9:9:ffff::1'))
    expect(refused?.status).toBe(429)
    expect(refused?.headers.get('retry-after')).toBe('3600')
    expect(refused?.html).toContain('Try again in 60 minutes')
    expect(refused?.html).toContain('Al Noor Laboratory')
    expect((await made[0]?.link.identify(undefined, from('2001:db8:9:a::1')))?.status).toBe(303)
    await links.app.database.execute(
      `update rate_limits set window_started_at = window_started_at - interval '1 hour',
              waits_until = waits_until - interval '1 hour'`,
    )
    expect((await made[1]?.link.identify(undefined, from('2001:db8:9:9::1')))?.status).toBe(303)
  })

  it('count for one IPv4 address; right dates do not [LINK-04]', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => links.makeLink()))
    for (let visit = 0; visit < 25; visit++)
      expect((await made[visit % 6]?.link.identify(undefined, from('192.0.2.50')))?.status).toBe(303)
    const fresh = made.map(({ link }) => links.otherBrowser(link))
    for (let number = 0; number < 20; number++)
      expect((await fresh[number % 6]?.identify(wrongDate(number), from('192.0.2.50')))?.status).toBe(422)
    expect((await fresh[0]?.identify(wrongDate(1), from('192.0.2.50')))?.status).toBe(429)
    expect((await fresh[5]?.identify(wrongDate(1), from('192.0.2.51')))?.status).toBe(422)
  })

  it('leave an open session as it is [LINK-04]', async () => {
    const { link } = await links.makeLink()
    await link.identify()
    await wrong(links.otherBrowser(link), 5)
    expect((await link.get()).html).toContain('Hematology')
    expect((await links.otherBrowser(link).get()).html).toContain('This link is locked')
  })
})
