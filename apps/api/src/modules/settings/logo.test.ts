import { deflateSync, crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startMailServer } from '../../testing/mail-server.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { pdfBytes, PNG_BYTES } from '../../testing/test-records.ts'
import { stopAtEnd } from '../../testing/stop-at-end.ts'

const mailServer = await stopAtEnd(startMailServer())
const app = await useTestApp({ smtpUrl: mailServer.url, withJobs: true })
const admin = await app.signedIn('Admin')

const chunk = (type: string, content: Buffer) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
/** A white PNG, `padding` bytes longer than necessary. */
const pngOf = (width: number, height: number, padding = 0) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const row = Buffer.alloc(Math.ceil(width / 8) + 1, 0xff)
  row[0] = 0
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    ...(padding > 0 ? [chunk('tEXt', Buffer.alloc(padding, 'a'))] : []),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const ofLength = (bytes: number) => pngOf(4, 4, bytes - pngOf(4, 4, 1).length + 1)
const JPEG_BYTES = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
  'base64',
)

const send = (content: Buffer, name = 'logo.png', part = 'logo', client = admin) => {
  const form = new FormData()
  form.append(part, new Blob([new Uint8Array(content)]), name)
  return client.post('/settings/logo', form)
}
const read = (address: string | null, headers: Record<string, string> = {}) =>
  app.client().raw('GET', address ?? '/api/v1/settings/logo', { headers })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

const sendCutOff = async () => {
  const response = await admin.raw('POST', '/api/v1/settings/logo', {
    headers: { 'content-type': 'multipart/form-data; boundary=end' },
    body: '--end\r\ncontent-disposition: form-data; name="logo"; filename="a.png"\r\n\r\nhalf of',
  })
  return { status: response.status, body: (await response.json()) as { message: string } }
}

describe('logo', () => {
  it('appears as a public picture that browsers may cache under its URL', async () => {
    expect((await read(null)).status).toBe(404)
    const saved = await send(PNG_BYTES)
    expect(saved.status).toBe(200)
    expect(saved.body.message).toBe('Changes saved successfully')
    const { productName, logoAddress } = saved.body.data
    expect(productName).toBe('Zelab')
    expect(logoAddress).toMatch(/^\/api\/v1\/settings\/logo\?v=\d+$/)
    expect((await app.client().get('/settings/brand')).body.data).toEqual({ productName, logoAddress })
    expect((await admin.get('/settings/general')).body.data.logoAddress).toBe(logoAddress)

    const response = await read(logoAddress)
    expect(await bytesOf(response)).toEqual(PNG_BYTES)
    const header = (name: string) => response.headers.get(name)
    expect(header('content-type')).toBe('image/png')
    expect(header('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('content-security-policy')).toContain("default-src 'none'")
    const again = await read(logoAddress, { 'if-none-match': header('etag') ?? '' })
    expect(again.status).toBe(304)
    for (const address of [null, '/api/v1/settings/logo?v=9999', '/api/v1/settings/logo?v=1&v=2'])
      expect((await read(address)).headers.get('cache-control')).toBe('no-cache')
  })

  it('gets another URL with each change', async () => {
    const first = (await send(PNG_BYTES)).body.data.logoAddress
    const second = (await send(JPEG_BYTES, 'logo.jpg')).body.data.logoAddress
    expect(second).not.toBe(first)
    const response = await read(second)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(await bytesOf(response)).toEqual(JPEG_BYTES)
    const removed = await admin.delete('/settings/logo')
    expect(removed.body).toMatchObject({ message: 'Logo removed', data: { logoAddress: null } })
    expect((await read(null)).status).toBe(404)
    const third = (await send(PNG_BYTES)).body.data.logoAddress
    expect([first, second]).not.toContain(third)
    const stale = { 'if-none-match': response.headers.get('etag') ?? '' }
    expect((await read(null, stale)).status).toBe(200)
  })

  it('passes by its content; a rejected file leaves the old logo [INSTALL-03]', async () => {
    const { logoAddress } = (await send(PNG_BYTES)).body.data
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')
    const type = 'The logo must be a PNG or JPEG picture'
    const damaged = 'This image is damaged and cannot be opened. Please export it again.'
    for (const [content, status, message] of [
      [svg, 415, type],
      [gif, 415, type],
      [pdfBytes(), 415, type],
      [Buffer.alloc(0), 415, type],
      [PNG_BYTES.subarray(0, 40), 415, damaged],
      [JPEG_BYTES.subarray(0, 150), 415, damaged],
      [
        Buffer.concat([PNG_BYTES, Buffer.from('<html><script>')]),
        415,
        'This file is more than one kind of file at once. Please export it again.',
      ],
      [pngOf(2001, 2000), 413, 'The logo has more than 4 megapixels. Please choose a smaller picture.'],
      [ofLength(256 * 1024 + 1), 413, 'The logo is larger than 256 kB. Please choose a smaller file.'],
      [Buffer.alloc(3_000_000), 413, 'The logo is larger than 256 kB. Please choose a smaller file.'],
    ] as const) {
      const response = await send(content)
      expect(response.status, message).toBe(status)
      expect(response.body).toEqual({
        success: false,
        code: expect.stringMatching(/^[A-Z_]+$/),
        message,
        errors: [{ path: 'logo', message }],
      })
    }
    expect((await app.client().get('/settings/brand')).body.data.logoAddress).toBe(logoAddress)
    expect(await bytesOf(await read(logoAddress))).toEqual(PNG_BYTES)
    expect((await send(ofLength(256 * 1024))).status).toBe(200)
    expect((await send(pngOf(2000, 2000))).status).toBe(200)
  })

  it('must be one form part with the expected name', async () => {
    const message = 'Please send one picture in the part named logo'
    for (const response of [
      await send(PNG_BYTES, 'logo.png', 'picture'),
      await admin.post('/settings/logo', new FormData()),
      await admin.post('/settings/logo', {}),
    ]) {
      expect([400, 415]).toContain(response.status)
      expect(response.body.message).toBe(message)
    }
    const cutOff = await sendCutOff()
    expect(cutOff.status).toBe(400)
    expect(cutOff.body.message).toBe('The upload was interrupted. Please try again.')
  })

  it('changes only by the Admin, and each change is recorded', async () => {
    const doctor = await app.signedIn('Doctor')
    expect((await send(PNG_BYTES, 'logo.png', 'logo', doctor)).status).toBe(403)
    expect((await doctor.delete('/settings/logo')).status).toBe(403)
    await send(PNG_BYTES)
    await admin.delete('/settings/logo')
    const entries = await app.database.query<{ summary: string }>(
      "select summary from activity_log where action = 'settings.update' order by id desc limit 2",
    )
    expect(entries.map(({ summary }) => summary)).toEqual(['Removed the logo', 'Changed the logo'])
  })
})

describe('mail layout', () => {
  const mailAfterReset = async () => {
    const user = await app.createUser('Doctor')
    await app.client().post('/auth/forgot-password', { email: user.email })
    await expect.poll(() => mailServer.mailsTo(user.email)).toHaveLength(1)
    return mailServer.mailsTo(user.email)[0]?.content ?? ''
  }

  it('shows product name and logo, escaped in HTML [INSTALL-02]', async () => {
    await send(PNG_BYTES)
    await admin.put('/settings/general', { uploadLimitMb: 10, productName: 'Lab <b>& Co' })
    const mail = await mailAfterReset()
    expect(mail).toContain('Subject: Reset your Lab <b>& Co password')
    expect(mail).toContain('From: Zelab <no-reply@zelab.test>')
    const cid = /<img src="cid:([^"]+)"/.exec(mail)?.[1]
    expect(mail).toContain(`Content-ID: <${cid}>`)
    expect(mail).toContain(PNG_BYTES.toString('base64').slice(0, 60))
    expect(mail).toContain('for your Lab &#60;b&#62;&#38; Co account')
    expect(mail).not.toMatch(/Zelab [^<]/)
  })

  it('shows only the name without a logo [INSTALL-02]', async () => {
    await admin.delete('/settings/logo')
    await admin.put('/settings/general', { uploadLimitMb: 10, productName: 'Harbour Labs' })
    const mail = await mailAfterReset()
    expect(mail).toContain('Subject: Reset your Harbour Labs password')
    expect(mail).toContain('Harbour Labs</span>')
    expect(mail).not.toContain('cid:')
  })
})
