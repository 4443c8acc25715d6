import { beforeEach, describe, expect, it } from 'vitest'
import { hashSecretToken } from '../../../platform/encryption.ts'
import { sure } from '../../../testing/api-client.ts'
import { BORN, CONTACT_THE_LAB, startHeldLinks } from '../../../testing/held-links.ts'
import { LinkClient } from '../../../testing/link-client.ts'
import { publishReport } from '../../../testing/test-records.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const suite = await stopAtEnd(startHeldLinks())
const { app, doctor, admin, type, setPayment, newVisit, reportOf, openedLink, linkIn } = suite

beforeEach(async () => {
  await app.database.execute('delete from rate_limits')
  await suite.setHolding(true)
})

describe('the pages of a patient', () => {
  it('show the same sentence instead of a held report, and no file [PAY-08]', async () => {
    const { link, visitId } = await openedLink()
    expect((await link.get()).html).toContain('Blood count')
    sure(await setPayment(visitId, 'due'))
    const { status, html } = await link.get()
    expect(status).toBe(200)
    expect(html).toContain(CONTACT_THE_LAB)
    expect(html).not.toContain('Blood count')
    for (const path of ['/file', '/file?download=1', '/slip', '/pass', '/reports', '/views', '/code'])
      expect((await link.get(path)).html, path).not.toMatch(/%PDF|Blood count|<form[^>]*send-code/)
    expect((await link.get('/page')).status).toBe(404)
    const other = new LinkClient(app, link.token)
    expect((await other.get()).html).not.toContain(CONTACT_THE_LAB)
    await other.identify(BORN)
    expect((await other.get()).html).toContain(CONTACT_THE_LAB)
    expect((await link.get('?lang=ar')).html).toContain('تقريركم جاهز. يرجى التواصل مع المختبر.')
    sure(await setPayment(visitId, 'paid'))
    expect((await link.get()).html).toContain('Blood count')
  })

  it('list no held report of the patient, and open none [PAY-08]', async () => {
    const { link, patientId } = await openedLink()
    const visitId = await newVisit(patientId)
    const held = await publishReport(doctor, patientId, type, { visitId, title: 'Lipid panel' })
    await app.database.execute(
      `update link_sessions set has_code = true
        where link_id = (select id from report_links where token_hash = $1)`,
      [hashSecretToken(link.token)],
    )
    const listed = async () => (await link.get('/reports')).html
    expect(await listed()).toContain('Blood count')
    expect(await listed()).not.toContain('Lipid panel')
    expect((await link.get(`/reports/${held.id}/file`)).status).toBe(404)
    sure(await setPayment(visitId, 'paid'))
    expect(await listed()).toContain('Lipid panel')
    expect((await link.get(`/reports/${held.id}/file`)).status).toBe(200)
  })
})

describe('what staff hand over', () => {
  it('opens once the visit is paid; paper, verification and reading are not held [PAY-09]', async () => {
    const { reportId, visitId } = await reportOf()
    const slip = sure(await suite.handOver(reportId, 'slip'))
    expect(slip.delivery.state).toBe('handed-over')
    const link = linkIn(slip.link)
    await link.identify(BORN)
    expect((await link.get()).html).toContain(CONTACT_THE_LAB)
    expect((await link.get('/file')).html).not.toContain('%PDF')
    const { summary } = (await admin.get('/activity/getAll?action=delivery.hand-over&limit=1')).body.data[0]
    expect(summary).toContain('held from the patient')
    expect((await suite.handOverPaper(reportId)).status).toBe(200)
    const { code } = await app.database.one<{ code: string }>(
      'select code from verification_codes where report_id = $1',
      [reportId],
    )
    const page = await (await app.client().raw('GET', `/v/${code}`)).text()
    sure(await setPayment(visitId, 'paid'))
    const strip = (text: string) => text.replace(/name="key" value="[^"]*"/g, '')
    expect(strip(await (await app.client().raw('GET', `/v/${code}`)).text())).toBe(strip(page))
    expect((await doctor.get(`/report/getById/${reportId}`)).status).toBe(200)
    await link.identify(BORN)
    expect((await link.get()).html).toContain('Blood count')
    expect((await link.get('/file')).status).toBe(200)
  })
})
