import { randomFillSync } from 'node:crypto'
import {
  LETTERHEAD_LOGO_PART,
  REPORT_FILE_PART,
  PICTURE_MAX_KB,
  SIGNATURE_PART,
  TRIAL_FILE_MAX_MB,
} from '@zelab/contract'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { pdfOfText } from '../../../testing/hostile-files.ts'
import { type TestLab, useTestApp } from '../../../testing/test-app.ts'
import {
  addReportType,
  pdfBytes,
  PNG_BYTES,
  publishReport,
  registerPatient,
  uploadFile,
} from '../../../testing/test-records.ts'

let lab: TestLab
let doctor: ApiClient & { user: { id: number } }

const app = await useTestApp({ publicUrl: 'https://reports.example' })
const admin: ApiClient = await app.signedIn('Admin')
const typeId = await addReportType(admin)

beforeEach(async () => {
  await app.database.execute('delete from rate_limits')
  lab = await app.createLab()
  doctor = await app.signedIn('Doctor', lab)
})

const FIELDS = {
  isUsed: true,
  accreditation: 'EIAC 15189-042',
  corner: 'top-right',
  marginX: 12,
  marginY: 8,
  showsSignature: false,
}
const save = (changes: Record<string, unknown> = {}, client = admin) =>
  client.put(`/lab/updateLetterhead/${lab.id}`, { ...FIELDS, ...changes })
const letterhead = async (client = admin) => (await client.get(`/lab/getLetterhead/${lab.id}`)).body.data
const upload = (path: string, part: string, content: Buffer, client = admin) => {
  const form = new FormData()
  form.append(part, new Blob([new Uint8Array(content)]), 'picture.png')
  return client.post(path, form)
}
const uploadLogo = (content: Buffer, client = admin) =>
  upload(`/lab/letterheadLogo/${lab.id}`, LETTERHEAD_LOGO_PART, content, client)
const preview = async (changes: Record<string, unknown> = {}, client = admin) => {
  const response = await client.raw('POST', `/api/v1/lab/previewLetterhead/${lab.id}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...FIELDS, ...changes }),
  })
  return {
    status: response.status,
    headers: response.headers,
    content: Buffer.from(await response.arrayBuffer()),
  }
}
const tryFile = async (content: Buffer, name = 'result.pdf', client = admin) => {
  const form = new FormData()
  form.append(REPORT_FILE_PART, new Blob([new Uint8Array(content)]), name)
  const response = await client.raw('POST', `/api/v1/lab/tryLetterhead/${lab.id}`, { body: form })
  return { status: response.status, content: Buffer.from(await response.arrayBuffer()) }
}
const publish = async () =>
  publishReport(doctor, await registerPatient(doctor), typeId, {
    fileUrl: await uploadFile(doctor, await pdfOfText(['Patient: Layla Haddad', 'Result 7'])),
  })

describe('the letterhead of a lab', () => {
  it('stays unused until an Admin enables it, and each change is recorded [STAMP-24]', async () => {
    expect(await letterhead()).toMatchObject({
      isUsed: false,
      accreditation: null,
      corner: 'bottom-right',
      marginX: 10,
      marginY: 10,
      showsSignature: true,
      logoAddress: null,
      hasReport: false,
      host: 'reports.example',
      earlierHosts: [],
      seal: null,
    })
    const saved = await save()
    expect([saved.status, saved.body.message]).toEqual([200, 'Changes saved successfully'])
    expect(saved.body.data).toMatchObject(FIELDS)
    expect(await letterhead()).toEqual(saved.body.data)
    expect((await save({ accreditation: ' ', isUsed: false })).body.data).toMatchObject({
      accreditation: null,
      isUsed: false,
    })
    await app.services.activity.flush()
    const { data } = (await admin.get(`/activity/getAll?objectType=lab&objectId=${lab.id}&limit=10`)).body
    expect(data.filter(({ action }: { action: string }) => action === 'lab.letterhead')).toHaveLength(2)
  })

  it.each([
    [{ corner: 'middle' }, 'corner'],
    [{ marginX: 4 }, 'marginX'],
    [{ marginY: 61 }, 'marginY'],
    [{ marginX: 7.5 }, 'marginX'],
    [{ accreditation: 'x' }, 'accreditation'],
    [{ accreditation: 'x'.repeat(61) }, 'accreditation'],
    [{ accreditation: 'two\nlines' }, 'accreditation'],
    [{ isUsed: 'yes' }, 'isUsed'],
  ])('refuses %j and keeps what is stored [STAMP-24]', async (change, field) => {
    await save()
    const { status, body } = await save(change)
    expect([status, body.errors[0].path]).toEqual([400, field])
    expect((await preview(change)).status).toBe(400)
    expect(await letterhead()).toMatchObject(FIELDS)
  })

  it('requires an Admin, and a lab that exists [STAMP-24]', async () => {
    for (const client of [doctor, await app.signedIn('Technician', lab)]) {
      expect((await client.get(`/lab/getLetterhead/${lab.id}`)).status).toBe(403)
      expect((await save({}, client)).status).toBe(403)
      expect((await preview({}, client)).status).toBe(403)
      expect((await uploadLogo(PNG_BYTES, client)).status).toBe(403)
    }
    lab = { ...lab, id: 999_999 }
    expect((await save()).status).toBe(404)
    expect((await preview()).status).toBe(404)
    expect((await uploadLogo(PNG_BYTES)).status).toBe(404)
  })

  it('includes a logo, a small PNG or JPEG picture with a new address for each change [STAMP-24]', async () => {
    const first = (await uploadLogo(PNG_BYTES)).body.data.logoAddress
    const read = async (address: string) => {
      const response = await admin.raw('GET', address)
      return [
        response.status,
        response.headers.get('content-type'),
        Buffer.from(await response.arrayBuffer()),
      ] as const
    }
    expect(await read(first)).toEqual([200, 'image/png', PNG_BYTES])
    const second = (await uploadLogo(PNG_BYTES)).body.data.logoAddress
    expect(second).not.toBe(first)
    const large = Buffer.concat([PNG_BYTES, Buffer.alloc(PICTURE_MAX_KB * 1024)])
    for (const [content, status, code] of [
      [pdfBytes(), 415, 'PICTURE_TYPE_NOT_ALLOWED'],
      [large, 413, 'PICTURE_TOO_LARGE'],
      [PNG_BYTES.subarray(0, 40), 415, 'IMAGE_DAMAGED'],
    ] as const) {
      const answer = await uploadLogo(content)
      expect([answer.status, answer.body.code]).toEqual([status, code])
    }
    expect((await upload(`/lab/letterheadLogo/${lab.id}`, 'other', PNG_BYTES)).body.code).toBe(
      'PICTURE_PART_MISSING',
    )
    expect((await letterhead()).logoAddress).toBe(second)
    expect((await save()).body.data.logoAddress).toBe(second)
    expect((await admin.delete(`/lab/letterheadLogo/${lab.id}`)).body.data.logoAddress).toBeNull()
    expect((await read(second))[0]).toBe(404)
  })

  it('appears on an example, then on the lab’s last report, in a preview that is recorded once [STAMP-24]', async () => {
    const example = await preview()
    expect([example.status, example.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(await loadImage(example.content)).toMatchObject({ width: 1200 })
    const report = await publish()
    expect((await letterhead()).hasReport).toBe(true)
    const pictures = [
      await preview(),
      await preview({ corner: 'bottom-left' }),
      await preview({ accreditation: 'X 9' }),
    ]
    expect(new Set([example, ...pictures].map(({ content }) => content.toString('base64'))).size).toBe(4)
    await app.services.activity.flush()
    const { data } = (await admin.get(`/activity/getAll?objectType=report&objectId=${report.id}&limit=20`))
      .body
    expect(data.filter(({ action }: { action: string }) => action === 'report.preview')).toHaveLength(1)
    const { count } = await app.database.one<{ count: number }>(
      'select count(*) from stamped_files where report_id = $1',
      [report.id],
    )
    expect(count).toBe(0)
    expect(await letterhead()).toMatchObject({ isUsed: false })
  })

  it('appears on a chosen file as a trial, without storing it [INSTALL-28]', async () => {
    await save({ accreditation: null })
    const file = await pdfOfText(['Patient: Layla Haddad', 'Result 7'])
    const [first, image] = [await tryFile(file), await tryFile(PNG_BYTES, 'scan.png')]
    for (const { status, content } of [first, image]) {
      expect(status).toBe(200)
      expect(await loadImage(content)).toMatchObject({ width: 1200 })
    }
    await save({ accreditation: 'X 9' })
    expect((await tryFile(file)).content.equals(first.content)).toBe(false)
    const damaged = Buffer.concat([pdfBytes().subarray(0, 40), Buffer.from('damaged')])
    // A slip, as for a report that cannot be changed.
    expect((await tryFile(damaged)).status).toBe(200)
    expect((await tryFile(PNG_BYTES, 'result.pdf')).status).toBe(415)
    expect((await tryFile(Buffer.alloc(TRIAL_FILE_MAX_MB * 1024 * 1024 + 1))).status).toBe(413)
    expect((await tryFile(file, 'result.pdf', doctor)).status).toBe(403)
    const { count } = await app.database.one<{ count: number }>(
      'select count(*) from report_files f join users u on u.id = f.uploaded_by where u.lab_id is null',
      [],
    )
    expect(count).toBe(0)
  })

  it('allows 60 previews in 10 minutes, then refuses [STAMP-24]', async () => {
    await preview()
    await app.database.execute('update rate_limits set attempts = 59')
    expect((await preview()).status).toBe(200)
    expect((await preview()).status).toBe(429)
  })

  it('names the hosts that earlier stamps of the lab point to [STAMP-24]', async () => {
    const [one, two] = [await publish(), await publish()]
    await app.database.execute(
      `insert into stamped_files (report_id, version, lab_id, host, kind, file_id)
       select r.id, 1, r.lab_id, case when r.id = $1 then 'old.example' else 'reports.example' end, 'stamped', r.file_id
         from reports r where r.id in ($1, $2)`,
      [one.id, two.id],
    )
    expect((await letterhead()).earlierHosts).toEqual([{ host: 'old.example', reports: 1 }])
    lab = await app.createLab()
    expect((await letterhead()).earlierHosts).toEqual([])
  })
})

const noise = async () => {
  const context = createCanvas(100, 100).getContext('2d')
  const data = context.createImageData(100, 100)
  randomFillSync(data.data)
  for (let alpha = 3; alpha < data.data.length; alpha += 4) data.data[alpha] = 255
  context.putImageData(data, 0, 0)
  return Buffer.from(new Uint8Array(await context.canvas.encode('png')))
}

describe('a signature', () => {
  const uploadSignature = (client: ApiClient, content: Buffer = PNG_BYTES) =>
    upload('/user/signature', SIGNATURE_PART, content, client)
  const addressOf = async (client: ApiClient) => (await client.get('/user/getSignature')).body.data.address

  it('belongs to the person who publishes, who sets, replaces and removes it [STAMP-25]', async () => {
    expect(await addressOf(doctor)).toBeNull()
    expect((await doctor.raw('GET', '/api/v1/user/signature')).status).toBe(404)
    const first = (await uploadSignature(doctor)).body.data.address
    const second = (await uploadSignature(doctor)).body.data.address
    expect([first, second].map((address) => /v=(\d+)$/.exec(address)?.[1])).toEqual(['1', '2'])
    const read = await doctor.raw('GET', second)
    expect(Buffer.from(await read.arrayBuffer())).toEqual(PNG_BYTES)
    expect((await uploadSignature(doctor, pdfBytes())).body.code).toBe('PICTURE_TYPE_NOT_ALLOWED')
    expect(await addressOf(doctor)).toBe(second)
    expect((await doctor.delete('/user/signature')).body.data.address).toBeNull()
    expect((await doctor.delete('/user/signature')).status).toBe(200)
  })

  it('appears to its owner alone, and not for those who do not publish [STAMP-25]', async () => {
    await uploadSignature(doctor)
    const colleague = await app.signedIn('Doctor', lab)
    expect(await addressOf(colleague)).toBeNull()
    expect((await colleague.raw('GET', '/api/v1/user/signature')).status).toBe(404)
    const receptionist = await app.signedIn('Receptionist', lab)
    expect((await receptionist.get('/user/getSignature')).status).toBe(403)
    expect((await uploadSignature(receptionist)).status).toBe(403)
  })

  it('appears on the stamps of own reports if the letterhead includes it [STAMP-25]', async () => {
    await save({ showsSignature: true })
    // An example report would show the time of the preview.
    await publish()
    const before = await preview({ showsSignature: true })
    await uploadSignature(admin, await noise())
    const after = await preview({ showsSignature: true })
    const without = await preview({ showsSignature: false })
    expect(after.content.equals(before.content)).toBe(false)
    expect(without.content.equals(before.content)).toBe(true)
    const sizeOf = async () => {
      const { filePath } = await publish()
      return Buffer.from(await (await doctor.raw('GET', filePath)).arrayBuffer()).length
    }
    const unsigned = await sizeOf()
    await uploadSignature(doctor, await noise())
    expect(await sizeOf()).toBeGreaterThan(unsigned + 20_000)
    await save({ showsSignature: false })
    expect(await sizeOf()).toBeLessThan(unsigned + 5_000)
  })
})
