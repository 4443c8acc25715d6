import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pngOf } from '../../testing/hostile-files.ts'
import { PNG_BYTES, registerPatient } from '../../testing/test-records.ts'
import { newVerificationCode } from './verification-codes.service.ts'
import { startVerificationApp, type VerificationApp } from '../../testing/verification.ts'
import { reassignReport } from '../../testing/withdrawal.ts'

let suite: VerificationApp
beforeAll(async () => {
  suite = await startVerificationApp({ publicUrl: 'https://reports.example' })
})
afterAll(() => suite.app.stop())

const verdictOf = (html: string) => /class="card verdict (\w+)".*?<h2>([^<]*)/s.exec(html)?.slice(1)
const factsOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<dt>([^<]*)<\/dt>\s*<dd><bdi[^>]*>([^<]*)<\/bdi>/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  )

describe('the page of a code', () => {
  it('confirms a genuine and current report, and shows what must be on it [AUTHN-04] [AUTHN-05]', async () => {
    const { id, code } = await suite.published({ fullName: 'Layla Haddad', dob: '1990-05-01' })
    const { status, html } = await suite.newChecker().get(`/${code}`)
    expect(status).toBe(200)
    expect(verdictOf(html)).toEqual(['current', 'Genuine and current'])
    const day = new Intl.DateTimeFormat('en-US', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'Asia/Dubai',
    })
    expect(factsOf(html)).toEqual({
      'Report number': `#${id}`,
      Version: '1 of 1',
      Published: day.format(new Date()),
      'Patient’s initials': 'L•• H••',
      'Year of birth': '1990',
      Pages: '1',
    })
    expect(html).toContain('<h1><bdi>Al Noor Laboratory</bdi></h1>')
    expect(html).toContain('Your address bar must read <b class="ltr">reports.example</b>.')
  })

  it('shows accreditation and logo of the lab [AUTHN-05]', async () => {
    const { code } = await suite.published()
    expect((await suite.newChecker().get(`/${code}`)).html).not.toContain('<img')
    await suite.admin.put(`/lab/updateLetterhead/${suite.lab.id}`, {
      isUsed: false,
      accreditation: 'EIAC 15189-042',
      corner: 'top-left',
      marginX: 10,
      marginY: 10,
      showsSignature: false,
    })
    const form = new FormData()
    form.append('logo', new Blob([PNG_BYTES]), 'logo.png')
    await suite.admin.post(`/lab/letterheadLogo/${suite.lab.id}`, form)
    const checker = suite.newChecker()
    const { html } = await checker.get(`/${code}`)
    expect(factsOf(html)['Accreditation']).toBe('EIAC 15189-042')
    const address = /<img class="logo" src="([^"]+)"/.exec(html)?.[1] ?? ''
    const logo = await checker.client.raw('GET', address)
    expect(Buffer.from(await logo.arrayBuffer())).toEqual(PNG_BYTES)
    expect(logo.headers.get('content-type')).toBe('image/png')
    const etag = logo.headers.get('etag') ?? ''
    expect(logo.headers.get('cache-control')).toBe('public, max-age=86400')
    const again = await checker.client.raw('GET', address, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const another = await checker.client.raw('GET', address.replace(/v=.*/, 'v=999'))
    expect(another.headers.get('cache-control')).toBe('no-cache')
    const other = await suite.app.createLab()
    for (const path of [`/logo/${other.id}`, '/logo/0', '/logo/x', '/logo/99999999999999999999'])
      expect((await checker.get(path)).status).toBe(404)
  })

  it('shows no logo that was changed or removed, at any address [RULE-76]', async () => {
    const { admin, lab, newChecker } = suite
    const put = (content: Buffer) => {
      const form = new FormData()
      form.append('logo', new Blob([new Uint8Array(content)]), 'logo.png')
      return admin.post(`/lab/letterheadLogo/${lab.id}`, form)
    }
    const read = (version: string) => newChecker().client.raw('GET', `/v/logo/${lab.id}?v=${version}`)
    await put(PNG_BYTES)
    const first = (await read('')).headers.get('etag')?.replaceAll('"', '') ?? ''
    expect((await read(first)).status).toBe(200)
    await put(pngOf(20, 20))
    expect(Buffer.from(await (await read(first)).arrayBuffer())).toEqual(pngOf(20, 20))
    expect((await admin.delete(`/lab/letterheadLogo/${lab.id}`)).status).toBe(200)
    expect((await read(first)).status).toBe(404)
  })

  it('names nothing else of the patient, the report and the staff [AUTHN-05]', async () => {
    const { id, patientId, code } = await suite.published({
      fullName: 'Zaynab Qureshi',
      dob: '1987-03-09',
      emrId: 'EMR-SECRET-7',
      gender: 'FEMALE',
    })
    const patient = (await suite.doctor.get(`/patient/getById/${patientId}`)).body.data
    const page = (await suite.newChecker().get(`/${code}`)).html
    await suite.withdraw(id)
    const withdrawn = (await suite.newChecker().get(`/${code}`)).html
    for (const html of [page, withdrawn]) {
      for (const secret of [
        'Zaynab',
        'Qureshi',
        '1987-03',
        '03-09',
        'March 1987',
        'EMR-SECRET',
        'FEMALE',
        'Female',
        'Secret',
        'Hematology',
        patient.email,
        patient.phone.number,
        suite.doctor.user.email,
        'ZL-',
        'other',
      ])
        expect(
          html.replace(/Check another code|or it is another document|anything else|another/g, ''),
        ).not.toContain(secret)
    }
  })

  it('opens in upper and lower case, as in a QR code [AUTHN-04]', async () => {
    const { code } = await suite.published()
    const checker = suite.newChecker()
    for (const path of [`/v/${code.toLowerCase()}`, `/V/${code}`]) {
      const response = await checker.client.raw('GET', path, {
        headers: { 'x-forwarded-for': checker.address },
      })
      expect(verdictOf(await response.text())?.[0]).toBe('current')
    }
    const typed = await checker.get(`?code=${code.slice(0, 5)}-${code.slice(5).toLowerCase()}`)
    expect([typed.status, typed.headers.get('location')]).toEqual([303, `/v/${code}`])
  })

  it('shows that a version was corrected, and which one to ask for [AUTHN-04]', async () => {
    const { id, patientId, code } = await suite.published()
    await suite.amend(id, patientId, { title: 'Corrected once' })
    await suite.amend(id, patientId, { title: 'Corrected twice' })
    const first = (await suite.newChecker().get(`/${code}`)).html
    expect(verdictOf(first)).toEqual(['superseded', 'Genuine, but corrected'])
    expect(first).toMatch(/It was corrected on \w+ \d+, \d{4}\. Ask for version 3 /)
    expect(factsOf(first)['Version']).toBe('1 of 3')
    const codes = [code, await suite.codeOf(id, 2), await suite.codeOf(id, 3)]
    expect(new Set(codes).size).toBe(3)
    const last = (await suite.newChecker().get(`/${codes[2]}`)).html
    expect([verdictOf(last)?.[0], factsOf(last)['Version']]).toEqual(['current', '3 of 3'])
  })

  it('shows for every version that the report was withdrawn [AUTHN-04]', async () => {
    const { id, patientId, code } = await suite.published()
    await suite.amend(id, patientId, { title: 'Corrected' })
    await suite.withdraw(id)
    for (const one of [code, await suite.codeOf(id, 2)]) {
      const { status, html } = await suite.newChecker().get(`/${one}`)
      expect([status, ...(verdictOf(html) ?? [])]).toEqual([200, 'withdrawn', 'Withdrawn'])
      expect(html).toMatch(/The lab withdrew this report on \w+ \d+, \d{4}\./)
      expect(html).not.toContain('name="pass"')
    }
  })

  it('follows a report of the wrong patient to the right one [AUTHN-01] [AUTHN-04]', async () => {
    const { id, code } = await suite.published({ fullName: 'Wrong Person' })
    const rightId = await registerPatient(suite.doctor, { fullName: 'Right Owner' })
    const answer = await reassignReport(suite.doctor, id, { patientId: rightId })
    expect(answer.status).toBe(200)
    expect(verdictOf((await suite.newChecker().get(`/${code}`)).html)?.[0]).toBe('withdrawn')
    const facts = factsOf((await suite.newChecker().get(`/${await suite.codeOf(answer.body.data.id)}`)).html)
    expect([facts['Patient’s initials'], facts['Pages']]).toEqual(['R•• O••', '1'])
  })

  it('answers unknown and malformed codes without a trace of the code [AUTHN-04]', async () => {
    const checker = suite.newChecker()
    const unknown = await checker.get(`/${newVerificationCode()}`)
    expect([unknown.status, ...(verdictOf(unknown.html) ?? [])]).toEqual([404, 'unknown', 'Not known here'])
    const { code } = await suite.published()
    const wrong = code.slice(0, -1) + (code.endsWith('0') ? '1' : '0')
    for (const path of [
      `/${wrong}`,
      `?code=${wrong}`,
      '/x',
      `/${'9'.repeat(90)}`,
      '?code=%00',
      '?code=a&code=b',
      '/%F0%9F',
    ]) {
      const { status, html } = await checker.get(path)
      expect([path, status]).toEqual([path, path === '?code=a&code=b' ? 200 : path === '/%F0%9F' ? 400 : 422])
      expect(verdictOf(html)).toBeUndefined()
    }
    expect((await checker.get(`?code=${encodeURIComponent('"><b>x')}`)).html).not.toContain('<b>x')
    expect((await checker.get('/a/b/c')).status).toBe(404)
  })

  it('names a malformed code in its title [A11Y-12]', async () => {
    const checker = suite.newChecker()
    expect((await checker.get('?code=x')).html).toContain('<title>Error: Check a report')
    expect((await checker.get('?code=x&lang=ar')).html).toContain('<title>خطأ: ')
  })

  it('comes in English or Arabic, needs no script and keeps nothing [AUTHN-11]', async () => {
    const { code } = await suite.published()
    const checker = suite.newChecker()
    const arabic = await checker.get(`/${code}`, { 'accept-language': 'ar-AE,ar;q=0.9' })
    expect(arabic.html).toContain('<html lang="ar" dir="rtl">')
    expect(verdictOf(arabic.html)?.[1]).toBe('أصلي وهو أحدث نسخة')
    expect(Object.keys(factsOf(arabic.html))).toEqual(
      expect.arrayContaining(['رقم التقرير', 'النسخة', 'تاريخ الإصدار']),
    )
    const english = await checker.get(`/${code}?lang=en`, { 'accept-language': 'ar' })
    expect(english.html).toContain('<html lang="en" dir="ltr">')
    expect(english.html).toContain(`href="/v/${code}?lang=ar"`)
    expect(english.html).toMatch(/<noscript>\s*<p>Comparing a file needs JavaScript/)
    for (const page of [english, await checker.get(), await checker.get(`/${newVerificationCode()}`)]) {
      expect(page.headers.get('set-cookie')).toBeNull()
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      const policy = page.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toContain('unsafe')
    }
    const script = /<script>([\s\S]*)<\/script>/.exec(english.html)?.[1] ?? ''
    const hash = createHash('sha256').update(script).digest('base64')
    expect(english.headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}'`)
  })
})

describe('the Arabic page of a code', () => {
  it('says issued, canceled and not registered, and asks for a viewing code [AR-01]', async () => {
    const { id, code } = await suite.published()
    const checker = suite.newChecker()
    const { html } = await checker.get(`/${code}?lang=ar`)
    for (const part of ['أصدر المختبر هذا التقرير', 'البيانات التي يجب أن تظهر في التقرير', 'رمز الاطّلاع'])
      expect(html).toContain(part)
    expect(html).not.toMatch(/نشر|رمز عرض|الحقيقي|أفلتوه/)
    await suite.app.database.execute(
      `update reports set withdrawn_at = now(), withdrawn_by = $2, withdrawal_reason = 'other' where id = $1`,
      [id, suite.doctor.user.id],
    )
    const withdrawn = (await checker.get(`/${code}?lang=ar`)).html
    expect(verdictOf(withdrawn)).toEqual(['withdrawn', 'ملغى'])
    expect(withdrawn).toMatch(/ألغى المختبر هذا التقرير في \d+\u00a0\S+\u00a020\d\d\./)
    const unknown = (await checker.get(`/${newVerificationCode()}?lang=ar`)).html
    expect(verdictOf(unknown)).toEqual(['unknown', 'غير مسجّل في هذا النظام'])
  })

  it('names the language of initials and of the lab [AR-02]', async () => {
    const { code } = await suite.published({ fullName: 'Layla Al-Haddad' })
    const arabic = (await suite.newChecker().get(`/${code}?lang=ar`)).html
    expect(arabic).toContain('<bdi lang="en">L•• H••</bdi>')
    expect(arabic).toContain('<h1><bdi lang="en">Al Noor Laboratory</bdi></h1>')
    const other = await suite.published({ fullName: 'ليلى الحداد' })
    const english = (await suite.newChecker().get(`/${other.code}?lang=en`)).html
    expect(english).toContain('<bdi lang="ar">ل•• ح••</bdi>')
    expect(english).toContain('<h1><bdi>Al Noor Laboratory</bdi></h1>')
  })
})
