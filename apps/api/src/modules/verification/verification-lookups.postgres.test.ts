import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newVerificationCode } from './verification-codes.service.ts'
import { startVerificationApp, type VerificationApp } from '../../testing/verification.ts'

let suite: VerificationApp
beforeAll(async () => {
  suite = await startVerificationApp({ publicUrl: 'https://reports.example' })
})
afterAll(() => suite.app.stop())

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

describe('limits', () => {
  it('30 look-ups in 10 minutes, of codes and files together, then 429 [AUTHN-07]', async () => {
    const { code } = await suite.published()
    const checker = suite.newChecker()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 2 === 0 ? checker.get(`/${code}`) : checker.checkFile(code, 'a'.repeat(64)),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    const refused = await checker.get(`/${code}`)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
    expect(refused.html).toContain('Too many look-ups')
    expect((await suite.newChecker().get(`/${code}`)).status).toBe(200)
  })

  it('refuse known and unknown codes alike after 10 unknown ones [AUTHN-07]', async () => {
    const { code } = await suite.published()
    const checker = suite.newChecker()
    for (let n = 0; n < 10; n++) expect((await checker.get(`/${newVerificationCode()}`)).status).toBe(404)
    expect([
      (await checker.get(`/${newVerificationCode()}`)).status,
      (await checker.get(`/${code}`)).status,
    ]).toEqual([429, 429])
  })

  it('typing mistakes and known codes do not count as unknown [AUTHN-07]', async () => {
    const { code } = await suite.published()
    const checker = suite.newChecker()
    for (let n = 0; n < 12; n++) {
      expect((await checker.get('/abc')).status).toBe(422)
      expect((await checker.get(`/${code}`)).status).toBe(200)
    }
  })
})

describe('look-ups', () => {
  it('appear with outcome and network on the report, newest first [AUTHN-08]', async () => {
    const { id, patientId, content, code } = await suite.published()
    await suite.newChecker('203.0.113.77').get(`/${code}`)
    await suite.newChecker('2001:db8:aa:bb::7').checkFile(code, sha256(content))
    await suite.amend(id, patientId, { title: 'Corrected' })
    await suite.newChecker('192.0.2.1').get(`/${code}`)
    const { lookups, totalLookups, code: current, address } = await suite.lookupsOf(id)
    expect(lookups.map(({ outcome, network, version }) => [outcome, network, version])).toEqual([
      ['superseded', '192.0.2.0/24', 1],
      ['file-matches', '2001:db8:aa::/48', 1],
      ['current', '203.0.113.0/24', 1],
    ])
    expect(totalLookups).toBe(3)
    expect(current).toBe(await suite.codeOf(id, 2))
    expect(address).toBe(`https://reports.example/v/${current}`)
  })

  it('count once when a network repeats them within 10 minutes [AUTHN-08]', async () => {
    const { id, code } = await suite.published()
    const [one, other] = [suite.newChecker('203.0.113.5'), suite.newChecker('198.51.7.7')]
    for (const checker of [one, one, other, one]) await checker.get(`/${code}`)
    expect((await suite.lookupsOf(id)).totalLookups).toBe(2)
    await suite.app.database.execute(
      "update verification_lookups set looked_up_at = now() - interval '10 minutes' where report_id = $1",
      [id],
    )
    await one.get(`/${code}`)
    expect((await suite.lookupsOf(id)).totalLookups).toBe(3)
  })

  it('count beyond 20, and disappear after 91 days [AUTHN-08]', async () => {
    const { id } = await suite.published()
    await suite.app.database.execute(
      `insert into verification_lookups (report_id, version, outcome, network, looked_up_at)
       select $1, 1, 'current', '192.0.2.0/24', now() - make_interval(days => case when n <= 25 then 89 else 91 end)
         from generate_series(1, 1100) n`,
      [id],
    )
    expect(await suite.lookupsOf(id)).toMatchObject({ totalLookups: 25, lookups: { length: 20 } })
    await suite.app.services.verification.removeOld()
    const left = await suite.app.database.one<{ count: number }>(
      'select count(*) from verification_lookups where report_id = $1',
      [id],
    )
    expect(left.count).toBe(25)
  })

  it('appear to those who see the report [AUTHN-08]', async () => {
    const { id } = await suite.published()
    const elsewhere = await suite.app.signedIn('Doctor', await suite.app.createLab())
    const receptionist = await suite.app.signedIn('Receptionist', suite.lab)
    const statusFor = async (client: typeof elsewhere) =>
      (await client.get(`/report/getVerification/${id}`)).status
    expect([await statusFor(elsewhere), await statusFor(receptionist), await statusFor(suite.admin)]).toEqual(
      [404, 200, 200],
    )
    await suite.withdraw(id)
    expect([await statusFor(receptionist), await statusFor(suite.doctor)]).toEqual([404, 200])
  })
})
