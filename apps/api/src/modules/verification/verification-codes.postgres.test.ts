import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishReport, registerPatient } from '../../testing/test-records.ts'
import { startVerificationApp, type VerificationApp } from '../../testing/verification.ts'

let suite: VerificationApp
beforeAll(async () => {
  suite = await startVerificationApp()
})
afterAll(() => suite.app.stop())

const published = async () => {
  const { id } = await publishReport(suite.doctor, await registerPatient(suite.doctor), suite.type)
  return { id, code: await suite.codeOf(id) }
}

describe('codes', () => {
  it('come from the job for earlier releases, in batches, and stay [AUTHN-02]', async () => {
    const { id, code } = await published()
    await suite.app.database.execute(
      `insert into report_files (name, original_name, media_type, size_bytes, sha256, uploaded_by)
       select 'file-of-an-earlier-release-' || n || '.pdf', 'a.pdf', 'application/pdf', 1, sha256('x'), $1
         from generate_series(1, 1100) n`,
      [suite.doctor.user.id],
    )
    await suite.app.database.execute(
      `insert into reports (lab_id, patient_id, report_type_id, report_type_title, title, file_id, uploaded_by)
       select $1, (select patient_id from reports where id = $2), $3, 'Type', 'Old report', f.id, $4
         from report_files f where f.name like 'file-of-an-earlier-release-%'`,
      [suite.lab.id, id, suite.type, suite.doctor.user.id],
    )
    await suite.app.services.codes.assignMissing()
    const { versions, codes } = await suite.app.database.one<{ versions: number; codes: number }>(
      'select (select count(*) from report_versions) as versions, (select count(*) from verification_codes) as codes',
    )
    expect(codes).toBe(versions)
    await suite.app.services.codes.assignMissing()
    expect(await suite.codeOf(id)).toBe(code)
    const old = await suite.app.database.one<{ id: number; code: string }>(
      `select r.id, c.code from reports r join verification_codes c on c.report_id = r.id
        where r.title = 'Old report' order by r.id desc limit 1`,
    )
    const { html } = await suite.newChecker().get(`/${old.code}`)
    // Earlier versions have no page count.
    expect(html).toContain('Genuine and current')
    expect(html).not.toContain('<dt>Pages</dt>')
  })

  it('appear on the page of a report that has none yet, once for requests at the same moment [AUTHN-02]', async () => {
    const { id } = await published()
    await suite.app.database.transaction(async (tx) => {
      await tx.execute('alter table verification_codes disable trigger user')
      await tx.execute('delete from verification_codes where report_id = $1', [id])
      await tx.execute('alter table verification_codes enable trigger user')
    })
    const codes = await Promise.all(Array.from({ length: 8 }, async () => (await suite.lookupsOf(id)).code))
    expect(new Set(codes).size).toBe(1)
    expect(await suite.codeOf(id)).toBe(codes[0])
  })

  it('never change or disappear [AUTHN-01]', async () => {
    await published()
    for (const statement of [
      'update verification_codes set code = reverse(code)',
      'delete from verification_codes',
      'truncate verification_codes',
    ])
      await expect(suite.app.database.execute(statement), statement).rejects.toThrow(/stays as it was/)
  })
})
