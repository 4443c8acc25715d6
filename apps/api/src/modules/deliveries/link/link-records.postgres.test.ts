import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashSecretToken } from '../../../platform/encryption.ts'
import { startLinkApp, type LinkApp, type LinkClient } from '../../../testing/link-client.ts'
import { pdfBytes, publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'

let links: LinkApp
beforeAll(async () => {
  links = await startLinkApp()
})
afterAll(() => links.app.stop())
beforeEach(() => links.forgetLimits())

/** Skips the code, which link-codes.test.ts covers. */
const confirm = (link: LinkClient) => {
  const session = /(?:^|; )link=([\w-]+)/.exec(link.client.cookieHeader())?.[1] ?? ''
  return links.app.database.execute('update link_sessions set has_code = true where token_hash = $1', [
    hashSecretToken(session),
  ])
}
const confirmed = async (...given: Parameters<LinkApp['makeLink']>) => {
  const made = await links.makeLink(...given)
  await made.link.identify()
  await confirm(made.link)
  return made
}

describe('after a code', () => {
  it('lists all reports of the patient, 20 on a page [LINK-09]', async () => {
    const { link, patientId } = await confirmed()
    await links.app.database.execute(
      `insert into report_files (name, original_name, media_type, size_bytes, sha256, uploaded_by)
       select 'copy-of-a-report-file-' || n || '.pdf', 'a.pdf', 'application/pdf', 1, sha256('x'), $1
         from generate_series(1, 45) n`,
      [links.doctor.user.id],
    )
    await links.app.database.execute(
      `insert into reports (lab_id, patient_id, report_type_id, report_type_title, title, file_id, uploaded_by, created_at)
       select $1, $2, $3, 'Type of ' || n, 'Numbered report ' || n, f.id, $4, now() - make_interval(days => n)
         from generate_series(1, 45) n join report_files f on f.name = 'copy-of-a-report-file-' || n || '.pdf'`,
      [links.lab.id, patientId, links.type, links.doctor.user.id],
    )
    await links.app.database.execute(
      `update reports set withdrawn_at = now(), withdrawn_by = $1, withdrawal_reason = 'other'
        where title = 'Numbered report 7'`,
      [links.doctor.user.id],
    )
    const titlesOf = async (query: string) => {
      const { status, html } = await link.get(`/reports${query}`)
      expect(status).toBe(200)
      return [...html.matchAll(/<h3[^>]*><bdi>([^<]*)<\/bdi>/g)].map(([, title = '']) => title)
    }
    const pages = [await titlesOf(''), await titlesOf('?page=2'), await titlesOf('?page=3')]
    expect(pages.map((titles) => titles.length)).toEqual([20, 20, 5])
    expect(new Set(pages.flat()).size).toBe(45)
    expect(pages.flat()).not.toContain('Numbered report 7')
    expect(pages[0]?.slice(0, 2)).toEqual(['Blood count', 'Numbered report 1'])
    expect(await titlesOf('?page=0')).toEqual(pages[0])
    expect(await titlesOf('?page=x&page=2')).toEqual(pages[0])
    expect(await titlesOf('?page=9999')).toEqual([])
    const second = (await link.get('/reports?page=2')).html
    expect(second).toContain('page=1')
    expect(second).toContain('page=3')
    expect((await link.get('/reports?page=3')).html).not.toContain('page=4')
  })

  it('opens and downloads each of them, which is recorded once [LINK-09]', async () => {
    const { link, patientId } = await confirmed()
    const content = pdfBytes(60)
    const { id } = await publishReport(links.doctor, patientId, links.type, {
      title: 'Second report',
      fileUrl: await uploadFile(links.doctor, content),
    })
    const read = (query = '', headers = {}) =>
      link.client.raw('GET', link.address(`/reports/${id}/file${query}`), { headers })
    expect(Buffer.from(await (await read()).arrayBuffer())).toEqual(content)
    expect((await read('?download=1')).headers.get('content-disposition')).toMatch(/^attachment/)
    expect((await read('', { range: 'bytes=1-2' })).status).toBe(206)
    const entries = await links.app.database.query<{ summary: string }>(
      "select summary from activity_log where action = 'delivery.open' and object_id = $1",
      [id],
    )
    expect(entries).toHaveLength(1)
    expect(entries[0]?.summary).toMatch(new RegExp(`report #${id}, version 1, after a code`))
  })

  it('records a later range of one of them, too [RULE-45]', async () => {
    const { link, patientId } = await confirmed()
    const { id } = await publishReport(links.doctor, patientId, links.type)
    const part = await link.client.raw('GET', link.address(`/reports/${id}/file`), {
      headers: { range: 'bytes=1-' },
    })
    expect(part.status).toBe(206)
    const entries = await links.app.database.query(
      "select 1 from activity_log where action = 'delivery.open' and object_id = $1",
      [id],
    )
    expect(entries).toHaveLength(1)
  })

  it.each(['0', '-1', 'x', '1e3', '99999999999999', '9'.repeat(30), '%00'])(
    'answers 404 for a report %s that does not exist [LINK-09]',
    async (id) => {
      const { link } = await confirmed()
      expect((await link.get(`/reports/${id}/file`)).status).toBe(404)
    },
  )

  it('looks of the staff at the record are listed with role, lab and time, without names [LINK-09]', async () => {
    const { link, patientId, reportId } = await confirmed()
    const technician = await links.app.signedIn('Technician', links.lab)
    await links.app.database.execute("update users set full_name = 'Named Technician' where id = $1", [
      technician.user.id,
    ])
    await technician.get(`/patient/getById/${patientId}`)
    await technician.get(`/report/getById/${reportId}`)
    await links.admin.get(`/report/getById/${reportId}`)
    const wrong = await publishReport(links.doctor, patientId, links.type, { title: 'Of another patient' })
    await links.admin.get(`/report/getById/${wrong.id}`)
    const before = (await link.get('/views')).html
    await links.app.database.execute(
      `update reports set withdrawn_at = now(), withdrawn_by = $2, withdrawal_reason = 'wrong-patient' where id = $1`,
      [wrong.id, links.doctor.user.id],
    )
    const { html } = await link.get('/views')
    const looks = (page: string) => page.match(/<li>/g)?.length ?? 0
    expect(looks(before)).toBe(4)
    expect(looks(html)).toBe(3)
    for (const shown of ['Technician', 'Administrator', 'Al Noor Laboratory', 'Viewed your record'])
      expect(html).toContain(shown)
    for (const hidden of ['Named', 'Person', '@zelab.test', 'Of another']) expect(html).not.toContain(hidden)
    const arabic = (await link.get('/views?lang=ar')).html
    expect(arabic).toContain('فني مختبر')
    expect(arabic).toContain('مدير النظام')
    expect(arabic).toContain('الاطّلاع على سجلكم')
  })

  it('looks are listed 20 on a page, up to 50 pages [LINK-09]', async () => {
    const { link, reportId } = await confirmed()
    await links.app.database.execute(
      `insert into activity_log (actor_id, actor_name, actor_role, lab_id, action, object_type, object_id, summary)
       select $1, 'Hidden Name', 'Doctor', $2, 'report.view', 'report', $3, 'x' from generate_series(1, 1020)`,
      [links.doctor.user.id, links.lab.id, reportId],
    )
    const count = async (page: number) => {
      const { html } = await link.get(`/views?page=${page}`)
      return { looks: html.match(/<li>/g)?.length ?? 0, hasNext: html.includes(`page=${page + 1}`) }
    }
    expect(await count(1)).toEqual({ looks: 20, hasNext: true })
    expect(await count(50)).toEqual({ looks: 20, hasNext: false })
    expect(await count(51)).toEqual({ looks: 20, hasNext: false })
  })
})

describe('without a code', () => {
  it('other reports and looks need one [LINK-09]', async () => {
    const { link, patientId } = await links.makeLink()
    const { id } = await publishReport(links.doctor, patientId, links.type)
    await link.identify()
    for (const path of ['/reports', '/views', `/reports/${id}/file`]) {
      const answer = await link.get(path)
      expect(answer.status, path).toBe(303)
      expect(answer.headers.get('location')).toBe(link.address('/code'))
    }
  })
})

describe('two patients who share phone and email', () => {
  it('never see anything of each other [LINK-09]', async () => {
    const shared = { phone: '+971502223344', email: 'family@example.com' }
    const people = [
      { fullName: 'Aisha Alpha', dob: '1990-05-01', title: 'Alpha finding' },
      { fullName: 'Basma Bravo', dob: '1991-06-02', title: 'Bravo finding' },
    ]
    const made = []
    for (const { fullName, dob, title } of people) {
      const patientId = await registerPatient(links.doctor, {
        ...shared,
        fullName,
        dob,
        differentFrom: made.map((one) => one.patientId),
      })
      await links.giveConsent(patientId)
      const content = pdfBytes()
      const { id: reportId, filePath } = await publishReport(links.doctor, patientId, links.type, {
        title,
        fileUrl: await uploadFile(links.doctor, content),
      })
      const link = await links.sendLink(reportId)
      made.push({ patientId, reportId, filePath, content, link, words: [...fullName.split(' '), title] })
    }
    const [first, second] = made
    if (!first || !second) throw new Error('Two patients were made')
    const cases = [
      { own: first, other: second, dob: '1990-05-01', otherDob: '1991-06-02' },
      { own: second, other: first, dob: '1991-06-02', otherDob: '1990-05-01' },
    ]
    for (const { own, other, dob, otherDob } of cases) {
      const { link } = own
      const answers: string[] = []
      const note = async (answer: Promise<{ html: string; headers: Headers }>) => {
        const { html, headers } = await answer
        answers.push(html + JSON.stringify([...headers]))
      }
      await note(link.get())
      await note(link.identify(otherDob))
      await note(link.identify(dob))
      await confirm(link)
      for (const path of [
        '',
        '/code',
        '/reports',
        '/reports?page=2',
        '/views',
        '/file',
        '/page',
        `/reports/${other.reportId}/file`,
      ])
        for (const query of ['', path.includes('?') ? '&lang=ar' : '?lang=ar'])
          await note(link.get(path + query))
      for (const path of ['/send-code', '/code', '/renew']) await note(link.post(path, { code: '123456' }))
      expect((await link.get(`/reports/${other.reportId}/file`)).status).toBe(404)
      expect((await link.get(`/reports/${own.reportId}/file`)).status).toBe(200)
      for (const answer of answers) {
        for (const word of [...other.words, other.filePath, other.link.token])
          expect(answer, word).not.toContain(word)
        expect(answer).not.toContain(`/reports/${other.reportId}/`)
      }
    }
  })
})
