import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startLinkApp, type LinkApp, type LinkClient } from '../../../testing/link-client.ts'
import { pdfBytes, registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

let links: LinkApp
beforeAll(async () => {
  links = await startLinkApp()
})
afterAll(() => links.app.stop())
beforeEach(() => links.forgetLimits())

const opened = async (...given: Parameters<LinkApp['makeLink']>) => {
  const made = await links.makeLink(...given)
  await made.link.identify()
  return made
}
const amend = async (reportId: number, patientId: number, title: string, content: Buffer) => {
  const answer = await links.doctor.put(`/report/update/${reportId}`, {
    title,
    reason: 'other',
    note: 'A value was wrong',
    reportTypeId: links.type,
    patientId,
    fileUrl: await uploadFile(links.doctor, content),
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
}
const withdraw = async (reportId: number, reason: string) => {
  const answer = await withdrawReport(links.doctor, reportId, {
    reason,
    note: 'Reason of the lab',
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
}
const setSession = (change: string) => links.app.database.execute(`update link_sessions set ${change}`)
const raw = (link: LinkClient, path: string, headers: Record<string, string> = {}) =>
  link.client.raw('GET', link.address(path), { headers })

describe('a report', () => {
  it('opens and downloads as published, in parts as well [LINK-07]', async () => {
    const content = pdfBytes(77)
    const { link } = await opened(
      {},
      {},
      { title: 'Blood "count"/2', fileUrl: await uploadFile(links.doctor, content) },
    )
    const file = await raw(link, '/file')
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(file.headers.get('content-disposition')).toMatch(/^inline; filename="Blood -count--2.pdf"/)
    expect(file.headers.get('cache-control')).toBe('private, no-store')
    expect(file.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(file.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(Buffer.from(await file.arrayBuffer())).toEqual(content)
    const download = await raw(link, '/file?download=1')
    expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename="Blood -count--2.pdf"/)
    expect(Buffer.from(await download.arrayBuffer())).toEqual(content)
    const part = await raw(link, '/file', { range: 'bytes=5-9' })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(5, 10))
  })

  it('shows its first page as an image [LINK-07]', async () => {
    const { link } = await opened()
    const { html } = await link.get()
    expect(html).toContain(`src="/r/${link.token}/page"`)
    const image = await raw(link, '/page')
    expect(image.headers.get('content-type')).toBe('image/webp')
    expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(100)
    expect((await link.get()).html).toMatch(/width="\d+"\s+height="\d+"/)
    expect((await raw(links.otherBrowser(link), '/page')).status).toBe(404)
    await links.app.database.execute(
      'update page_images set name = null, width = null, height = null, size_bytes = null, sha256 = null',
    )
    const without = await link.get()
    expect(without.html).toContain('There is no preview')
    expect(without.html).not.toContain('<img')
  })

  it('shows the current version and says what it replaces [LINK-07]', async () => {
    const { link, reportId, patientId } = await opened({}, {}, { title: 'First title' })
    const content = pdfBytes(91)
    await amend(reportId, patientId, 'Corrected title', content)
    const { html } = await link.get()
    expect(html).toContain('Corrected title')
    expect(html).not.toContain('First title')
    expect(html).toMatch(/Corrected on \w+ \d{1,2}, \d{4}, replaces version 1/)
    expect(Buffer.from(await (await raw(link, '/file')).arrayBuffer())).toEqual(content)
    await link.post('/close')
    await link.identify()
    expect((await links.rowOf(link)).opened_version).toBe(2)
    expect(await links.eventsOf(link)).toEqual(['opened 1', 'opened 2'])
  })

  it.each(['wrong-patient', 'other'])(
    'shows the same page without a file or reason when withdrawn as %s, in a session as well [LINK-07]',
    async (reason) => {
      const { link, reportId } = await opened({}, {}, { title: 'Secret title' })
      expect((await raw(link, '/file')).status).toBe(200)
      await withdraw(reportId, reason)
      const page = await link.get()
      expect(page.html).toContain('This document was withdrawn')
      expect(page.html).toContain('tel:+97145550100')
      for (const hidden of ['Secret', 'Hematology', 'Layla', 'atient', 'Reason of the lab'])
        expect(page.html.replace('Document · ', ''), hidden).not.toContain(hidden)
      for (const path of ['/file', '/reports', '/views', `/reports/${reportId}/file`])
        expect((await link.get(path)).status, path).toBe(303)
      expect((await raw(link, '/page')).status).toBe(404)
      const other = links.otherBrowser(link)
      expect((await other.get()).html).toContain('Your date of birth')
      const shown = (await other.follow(await other.identify())).html
      const clean = (html: string) => html.replace(/value="[^"]*"/g, '')
      expect(clean(shown)).toBe(clean(page.html))
      expect(await links.eventsOf(link)).toEqual(['opened 1'])
    },
  )

  it('says when the date of birth is needed again, and offers more time [A11Y-11]', async () => {
    const { link } = await opened()
    const { html } = await link.get()
    expect(html).toContain('again after 15 minutes without use, and after 60 minutes in any case.')
    expect(html).toMatch(/<a href="\/r\/[^"/]+">I need more time<\/a>/)
    expect((await link.get('?lang=ar')).html).toContain('15\u00a0دقيقة')
  })

  it('follows its patient when records are merged [LINK-07]', async () => {
    const { link, patientId } = await links.makeLink()
    const keptId = await registerPatient(links.doctor, { fullName: 'Kept Record', dob: '1971-03-04' })
    await links.app.database.execute('update reports set patient_id = $1 where patient_id = $2', [
      keptId,
      patientId,
    ])
    await links.app.database.execute('update patients set merged_into = $1 where id = $2', [
      keptId,
      patientId,
    ])
    expect((await link.get()).html).toContain('K•• R••')
    expect((await link.identify()).status).toBe(422)
    expect((await link.follow(await link.identify('1971-03-04'))).html).toContain('Kept Record')
  })
})

describe('a session', () => {
  it('ends after 15 minutes without use and 60 in all [LINK-08]', async () => {
    const { link } = await opened()
    const isOpen = async () => (await link.get()).html.includes('Hematology')
    await setSession("used_at = used_at - interval '14 minutes 50 seconds'")
    expect(await isOpen()).toBe(true)
    await setSession("used_at = used_at - interval '14 minutes 50 seconds'")
    expect(await isOpen()).toBe(true)
    await setSession("used_at = used_at - interval '15 minutes'")
    expect(await isOpen()).toBe(false)
    await link.identify()
    await setSession("created_at = created_at - interval '59 minutes'")
    expect(await isOpen()).toBe(true)
    await setSession("created_at = created_at - interval '61 seconds'")
    expect(await isOpen()).toBe(false)
    expect((await link.get('/file')).status).toBe(303)
  })

  it('uses a random cookie of which the hash is stored, and ends when closed [LINK-08]', async () => {
    const { link } = await links.makeLink()
    const answer = await link.identify()
    const cookies = answer.headers.getSetCookie()
    const session = cookies.find((cookie) => cookie.startsWith('link='))
    expect(session).toMatch(/^link=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    const device = cookies.find((cookie) => cookie.startsWith('link-device='))
    expect(device).toMatch(new RegExp(`; Path=/r/${link.token}; Expires=[^;]+; HttpOnly; SameSite=Lax$`))
    const token = /link=([\w-]+)/.exec(session ?? '')?.[1] ?? ''
    const stored = await links.app.database.query('select token_hash from link_sessions')
    expect(JSON.stringify(stored)).not.toContain(token)
    const closed = await link.post('/close')
    expect(closed.headers.getSetCookie().join()).toMatch(/link=;.*Expires=Thu, 01 Jan 1970/)
    link.client.setCookie('link', token)
    expect((await link.get()).html).toContain('Your date of birth')
  })

  it('opens only its link, and ends with it [LINK-08]', async () => {
    const first = await opened({}, {}, { title: 'First report' })
    const second = await links.makeLink({}, {}, { title: 'Second report' })
    const crossed = await first.link.client.raw('GET', second.link.address())
    const html = await crossed.text()
    expect(html).toContain('Your date of birth')
    expect(html).not.toContain('report')
    expect((await first.link.client.raw('GET', second.link.address('/file'))).status).toBe(303)
    for (const change of ['expires_at = now()', "revoked_at = now(), revocation = 'renewed'"]) {
      const { link } = await opened()
      await links.app.database.execute(`update report_links set ${change} where id = $1`, [
        (await links.rowOf(link)).id,
      ])
      expect((await link.get()).status).toBe(410)
      expect((await link.get('/file')).status).toBe(303)
      expect((await link.get('/page')).status).toBe(404)
    }
  })

  it('ends when the contact of the patient changes [LINK-08]', async () => {
    const { link, patientId } = await opened({ email: 'before@example.com' })
    await links.app.database.execute("update patients set email = 'after@example.com' where id = $1", [
      patientId,
    ])
    expect((await link.get()).status).toBe(410)
    expect(await links.eventsOf(link)).toEqual(['opened 1', 'revoked contact-changed'])
  })

  it('gives nothing at addresses of the staff, nor a session of the staff at a link [LINK-08]', async () => {
    const { link, patientId, reportId } = await opened()
    for (const path of [`/patient/getById/${patientId}`, `/report/getById/${reportId}`, '/auth/sessions'])
      expect((await link.client.get(path)).status, path).toBe(401)
    const answer = await links.admin.raw('GET', link.address())
    expect(await answer.text()).toContain('Your date of birth')
    for (const path of ['/file', '/reports', `/reports/${reportId}/file`])
      expect((await links.admin.raw('GET', link.address(path))).status, path).toBe(303)
  })
})
