import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pdfOfText } from '../../../testing/hostile-files.ts'
import type { LinkClient } from '../../../testing/link-client.ts'
import { PNG_BYTES, publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { startVerificationApp, type VerificationApp } from '../../../testing/verification.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

let suite: VerificationApp
beforeAll(async () => {
  suite = await startVerificationApp({ publicUrl: 'https://reports.example' })
})
afterAll(() => suite.app.stop())
beforeEach(async () => {
  await suite.forgetLimits()
  await useLetterhead()
})

const LETTERHEAD = {
  isUsed: true,
  accreditation: 'EIAC 15189-042',
  corner: 'bottom-right',
  marginX: 10,
  marginY: 12,
  showsSignature: true,
}
const useLetterhead = async (changes: Record<string, unknown> = {}) => {
  const answer = await suite.admin.put(`/lab/updateLetterhead/${suite.lab.id}`, { ...LETTERHEAD, ...changes })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
}
const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const sheet = () => pdfOfText(['Patient: Layla Haddad', `Result ${Math.random()}`])

const publish = async (content?: Buffer, name?: string) => {
  const original = content ?? (await sheet())
  const patientId = await registerPatient(suite.doctor)
  const { id, filePath } = await publishReport(suite.doctor, patientId, suite.type, {
    fileUrl: await uploadFile(suite.doctor, original, name),
  })
  return { id, patientId, filePath: filePath, original }
}
const read = async (address: string, client = suite.doctor) => {
  const response = await client.raw('GET', address)
  return {
    status: response.status,
    headers: response.headers,
    content: Buffer.from(await response.arrayBuffer()),
  }
}
const stampOf = async (id: number) => (await suite.doctor.get(`/report/getById/${id}`)).body.data.stamp
const rowsOf = (id: number) =>
  suite.app.database.query<{ version: number; kind: string; file_id: number | null; host: string }>(
    'select * from stamped_files where report_id = $1 order by version',
    [id],
  )

describe('stamping with a letterhead', () => {
  it('gives staff the stamped copy, with a link to the original [STAMP-20]', async () => {
    const { id, filePath, original } = await publish()
    expect(await stampOf(id)).toMatchObject({ kind: 'pending', originalAddress: `${filePath}?copy=original` })
    const shown = await read(filePath)
    expect(shown.headers.get('etag')).toBe(`"${hashOf(shown.content)}"`)
    expect(shown.content.equals(original)).toBe(false)
    expect(shown.content.subarray(0, 5).toString()).toBe('%PDF-')
    const stamp = await stampOf(id)
    expect(stamp).toEqual({
      kind: 'stamped',
      originalAddress: `${filePath}?copy=original`,
      slipAddress: null,
      isSealed: false,
      sealProblem: null,
    })
    expect((await read(stamp.originalAddress)).content.equals(original)).toBe(true)
    expect((await read(`${filePath}?purpose=download`)).content.equals(shown.content)).toBe(true)
    const image = await read(`${filePath}/page`)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const { data } = (await suite.doctor.get(`/report/getById/${id}`)).body
    expect(data.firstPage).toMatchObject({ address: `${filePath}/page`, width: 1200 })
    expect((await rowsOf(id)).map(({ kind, host }) => [kind, host])).toEqual([['stamped', 'reports.example']])
  })

  it('gives the stamped copy to the patient’s link and a viewing code [STAMP-20]', async () => {
    const { link, reportId }: { link: LinkClient; reportId: number } = await suite.makeLink()
    const { data } = (await suite.doctor.get(`/report/getById/${reportId}`)).body
    await link.identify()
    const ofPatient = Buffer.from(await (await link.client.raw('GET', link.address('/file'))).arrayBuffer())
    const ofStaff = (await read(data.filePath)).content
    expect(ofPatient.equals(ofStaff)).toBe(true)
    const code = await suite.codeOf(reportId)
    const pass = /class="pass"[^>]*><b class="ltr">([^<]+)/.exec((await link.post('/pass')).html)?.[1] ?? ''
    const checker = suite.newChecker()
    expect((await checker.enterPass(code, pass)).status).toBe(303)
    const ofChecker = await checker.client.raw('GET', `/v/${code}/report/file`)
    expect(Buffer.from(await ofChecker.arrayBuffer()).equals(ofStaff)).toBe(true)
    expect(
      (await (await link.client.raw('GET', link.address('/page'))).arrayBuffer()).byteLength,
    ).toBeGreaterThan(1000)
  })

  it('recognizes a checked file as the stamped copy or the original [STAMP-23]', async () => {
    const { id, filePath, original } = await publish()
    const { content } = await read(filePath)
    const code = await suite.codeOf(id)
    const checker = suite.newChecker()
    expect(await checker.checkFile(code, hashOf(content))).toMatchObject({
      kind: 'good',
      message: 'The file is this version of the report, unchanged.',
    })
    expect((await checker.checkFile(code, hashOf(original))).message).toContain(
      'without the lab’s letterhead',
    )
    await suite.doctor.put(`/report/update/${id}`, {
      patientId: (await suite.doctor.get(`/report/getById/${id}`)).body.data.patient.id,
      title: 'Corrected',
      reportTypeId: suite.type,
      fileUrl: await uploadFile(suite.doctor, await sheet()),
      reason: 'clerical',
    })
    const now = await suite.codeOf(id)
    expect((await checker.checkFile(now, hashOf(content))).message).toContain('version 1')
    expect((await checker.checkFile(now, hashOf(original))).message).toContain('version 1')
  })

  it('happens once for a version, even for requests at the same moment [STAMP-21]', async () => {
    const { id, filePath } = await publish()
    const copies = await Promise.all(Array.from({ length: 6 }, () => read(filePath)))
    expect(new Set(copies.map(({ content }) => hashOf(content))).size).toBe(1)
    expect(await rowsOf(id)).toHaveLength(1)
    const { count } = await suite.app.database.one<{ count: number }>(
      'select count(*) from report_files where report_id = $1',
      [id],
    )
    expect(count).toBe(2)
  })

  it('keeps the copy of another process that was first [STAMP-21]', async () => {
    const { id, filePath, original } = await publish()
    const [name] = [filePath.split('/').at(-1) ?? '']
    const copy = await suite.app.services.stampedFiles.makeInBackground(name)
    await suite.app.database.execute(
      "update stamped_files set kind = 'failed', file_id = null, made_at = now() - interval '2 days' where report_id = $1",
      [id],
    )
    const again = await suite.app.services.stampedFiles.makeInBackground(name)
    expect(again).not.toBe(copy)
    expect((await rowsOf(id))[0]?.kind).toBe('stamped')
    expect((await read(`${filePath}?copy=original`)).content.equals(original)).toBe(true)
  })

  it('gives each version its stamp, and earlier ones stay [STAMP-21]', async () => {
    const { id, patientId, filePath } = await publish()
    const first = hashOf((await read(filePath)).content)
    const fileUrl = await uploadFile(suite.doctor, await sheet())
    await suite.doctor.put(`/report/update/${id}`, {
      patientId,
      title: 'Corrected',
      reportTypeId: suite.type,
      fileUrl,
      reason: 'clerical',
    })
    await useLetterhead({ accreditation: 'NEW 1', corner: 'top-left' })
    expect(hashOf((await read(filePath)).content)).toBe(first)
    await read(fileUrl)
    expect((await rowsOf(id)).map(({ version, kind }) => [version, kind])).toEqual([
      [1, 'stamped'],
      [2, 'stamped'],
    ])
  })

  it('leaves a withdrawn report as it was, without another stamp [STAMP-21]', async () => {
    const { id, filePath, original } = await publish()
    await withdrawReport(suite.doctor, id, { reason: 'other', note: 'Test' })
    expect((await read(filePath)).content.equals(original)).toBe(true)
    expect(await rowsOf(id)).toEqual([])
  })

  it('turns a photo into a page of A4 [STAMP-20]', async () => {
    const { filePath } = await publish(PNG_BYTES, 'photo.png')
    const { headers, content } = await read(filePath)
    expect([headers.get('content-type'), content.subarray(0, 5).toString()]).toEqual([
      'application/pdf',
      '%PDF-',
    ])
    expect(headers.get('content-disposition')).toContain('.pdf')
  })
})

describe('without a letterhead', () => {
  it('files are shown as they were uploaded, and stamped on first use once it is used [STAMP-21]', async () => {
    await useLetterhead({ isUsed: false })
    const { id, filePath, original } = await publish()
    expect((await read(filePath)).content.equals(original)).toBe(true)
    expect(await stampOf(id)).toBeNull()
    await useLetterhead()
    const stamped = (await read(filePath)).content
    expect(stamped.equals(original)).toBe(false)
    await useLetterhead({ isUsed: false })
    expect((await read(filePath)).content.equals(stamped)).toBe(true)
    const other = await suite.app.signedIn('Doctor', await suite.app.createLab())
    const elsewhere = await publishReport(other, await registerPatient(other), suite.type, {
      fileUrl: await uploadFile(other, original),
    })
    expect((await read(elsewhere.filePath, other)).content.equals(original)).toBe(true)
  })
})

describe('a file that is not stamped', () => {
  it('gets a slip of its report because it is signed [STAMP-22]', async () => {
    const signed = Buffer.from(
      (await sheet())
        .toString('latin1')
        .replace('/Type /Catalog', '/Type /Catalog /Perms << /DocMDP 1 0 R >>'),
      'latin1',
    )
    const { id, patientId, filePath, original } = await publish(signed)
    expect((await read(filePath)).content.equals(original)).toBe(true)
    const stamp = await stampOf(id)
    expect(stamp.kind).toBe('slip')
    const slip = await read(stamp.slipAddress)
    expect([slip.status, slip.content.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    const checked = await suite.newChecker().checkFile(await suite.codeOf(id), hashOf(slip.content))
    expect(checked.message).toContain('is the verification slip of this version')
    const signedFile = await suite.newChecker().checkFile(await suite.codeOf(id), hashOf(original))
    expect(signedFile.message).toBe('The file is this version of the report, unchanged.')
    const elsewhere = await suite.app.signedIn('Doctor', await suite.app.createLab())
    expect((await read(stamp.slipAddress, elsewhere)).status).toBe(404)
    const link = await suite.sendLink(id)
    expect((await link.get('/slip')).status).toBe(303)
    await suite.app.database.execute("update patients set date_of_birth = '1990-05-01' where id = $1", [
      patientId,
    ])
    await link.identify()
    expect((await link.get('/pass')).html).toContain(`href="${link.address('/slip')}"`)
    const ofPatient = await link.client.raw('GET', link.address('/slip'))
    expect(Buffer.from(await ofPatient.arrayBuffer()).equals(slip.content)).toBe(true)
  })

  it('goes out whole while no copy can be made: a later range could be of its copy [STAMP-22]', async () => {
    const { filePath, original } = await publish()
    await suite.app.database.execute('alter table signatures rename to hidden_signatures')
    const provisional = await suite.doctor.raw('GET', filePath, { headers: { range: 'bytes=10-19' } })
    await suite.app.database.execute('alter table hidden_signatures rename to signatures')
    expect([provisional.status, provisional.headers.get('accept-ranges')]).toEqual([200, 'none'])
    expect(Buffer.from(await provisional.arrayBuffer()).equals(original)).toBe(true)
    const stamped = await suite.doctor.raw('GET', filePath, { headers: { range: 'bytes=10-19' } })
    expect([stamped.status, stamped.headers.get('accept-ranges')]).toEqual([206, 'bytes'])
    await stamped.arrayBuffer()
  })

  it('appears unstamped after a failed attempt, which is repeated after a day [STAMP-22]', async () => {
    const { id, filePath, original } = await publish()
    await suite.app.database.execute(
      "insert into stamped_files (report_id, version, host, kind, lab_id) values ($1, 1, 'x', 'failed', $2)",
      [id, suite.lab.id],
    )
    expect((await read(filePath)).content.equals(original)).toBe(true)
    expect(await stampOf(id)).toBeNull()
    await suite.app.database.execute(
      "update stamped_files set made_at = now() - interval '25 hours' where report_id = $1",
      [id],
    )
    expect((await read(filePath)).content.equals(original)).toBe(false)
  })
})

it('stamped copies are files of their report, not orphans [STAMP-27]', async () => {
  const { id, filePath } = await publish()
  await read(filePath)
  const old = new Date(Date.now() + 3 * 86_400_000)
  for await (const name of suite.app.services.integrity.findOrphans(old))
    throw new Error(`An orphan: ${name}`)
  const [copy] = await suite.app.database.query<{ report_id: number; page_count: number }>(
    'select f.report_id, f.page_count from stamped_files s join report_files f on f.id = s.file_id where s.report_id = $1',
    [id],
  )
  expect(copy).toEqual({ report_id: id, page_count: 1 })
  for await (const finding of suite.app.services.integrity.checkFiles(true)) expect(finding).toBeUndefined()
})
