import { describe, expect, it } from 'vitest'
import { caseOf } from '../../testing/cases.ts'
import {
  compressedPdfOf,
  jpegOf,
  pdfObjects,
  pdfOf,
  pdfOfText,
  zipBytes,
} from '../../testing/hostile-files.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { PNG_BYTES } from '../../testing/test-records.ts'
import { uploadExpectations } from '../../testing/upload-expectations.ts'

const ACTIVE = 'This PDF contains scripts or actions. Please upload a plain PDF.'
const ATTACHMENTS =
  'Other files are attached to this PDF. Please save it without them, and upload attached reports separately.'
const UNSUPPORTED_ENCRYPTION =
  'This PDF is encrypted with a certificate, or in a way that cannot be read here. Please upload it without protection.'
const DAMAGED = 'This PDF is damaged and cannot be opened. Please export it again.'
const AMBIGUOUS = 'This file is more than one kind of file at once. Please export it again.'
const MISMATCH =
  'The content of this file does not match its name. Please upload a real PDF, JPEG or PNG file.'

const app = await useTestApp()
const technician = await app.signedIn('Technician')
const { expectRefused, expectAccepted } = uploadExpectations(app, technician)

describe('pictures after a photo', () => {
  it.each(['photo-mpo-two-images.jpg', 'photo-ultrahdr-gainmap-after-eoi.jpg'])(
    'pass the inspection and stay in the file: %s [SAFE-31]',
    async (name) => {
      const content = caseOf(name)
      const answer = await technician.upload(content, name)
      expect(answer.body).toMatchObject({ success: true })
      const { fileUrl } = answer.body.data
      const stored = Buffer.from(await (await technician.raw('GET', fileUrl)).arrayBuffer())
      expect(stored.equals(content)).toBe(true)
      await technician.delete('/report/deleteReportFile', { fileUrl })
    },
  )

  it('follow in any number and padded, and nothing else may follow them [SAFE-31]', async () => {
    const photo = jpegOf()
    const follow = (...parts: Buffer[]) => Buffer.concat([photo, ...parts])
    await expectAccepted(follow(Buffer.alloc(512), jpegOf(), jpegOf(8, 8), Buffer.alloc(100)), 'many.jpg')
    for (const more of [
      zipBytes(),
      PNG_BYTES,
      Buffer.from('<script>alert(1)</script>'),
      Buffer.from('%PDF-1.7'),
    ])
      await expectRefused(follow(jpegOf(), more), 'two.jpg', AMBIGUOUS)
    await expectRefused(follow(photo.subarray(0, -2)), 'cut.jpg', AMBIGUOUS)
    await expectRefused(Buffer.concat([PNG_BYTES, photo]), 'two.png', AMBIGUOUS)
  })
})

describe('bytes before the header of a PDF', () => {
  const CASES = [
    'pdf-bom-before-header',
    'pdf-crlf-before-header',
    'pdf-macbinary-bytes-before-header',
    'pdf-pjl-wrapper',
  ]
  it.each(CASES)('pass the inspection, as in viewers: %s [SAFE-32]', async (name) => {
    await expectAccepted(caseOf(`${name}.pdf`), `${name}.pdf`)
  })

  it('fail the inspection when they are many, another kind of file, or another PDF [SAFE-32]', async () => {
    const pdf = await pdfOfText(['Result'])
    const behind = (text: string) => Buffer.concat([Buffer.from(text), pdf])
    await expectAccepted(behind('x'.repeat(1019)), 'late.pdf')
    await expectRefused(behind('x'.repeat(1020)), 'later.pdf', MISMATCH)
    await expectRefused(behind('<html><body>'), 'page.pdf', AMBIGUOUS)
    await expectRefused(behind(`${'\0'.repeat(257)}ustar`), 'tar.pdf', AMBIGUOUS)
    for (const tag of ['<!-- -->', ' \r\n<a href="javascript:alert(1)">', '\ufeff<table>', '<img onerror=x>'])
      await expectRefused(behind(tag), 'page.pdf', AMBIGUOUS)
    await expectRefused(Buffer.concat([behind('\r\n'), pdf]), 'two.pdf', AMBIGUOUS)
    await expectRefused(behind('\r\n'), 'two.jpg', MISMATCH)
  })
})

describe('a PDF without the mark at its end', () => {
  it('passes the inspection when it opens whole, and fails when it is truncated [SAFE-33]', async () => {
    const whole = caseOf('pdf-without-eof-marker.pdf')
    await expectAccepted(whole, 'unmarked.pdf')
    await expectAccepted(Buffer.concat([whole, Buffer.from('\r\n')]), 'unmarked.pdf')
    const text = whole.toString('latin1')
    const offsetAt = text.lastIndexOf('startxref')
    for (const length of [offsetAt + 12, offsetAt, text.lastIndexOf('xref\n0'), text.length / 2])
      await expectRefused(whole.subarray(0, length), 'cut.pdf', DAMAGED)
    const elsewhere = text.replace(/startxref\s+\d+/, 'startxref\n17')
    await expectRefused(Buffer.from(elsewhere, 'latin1'), 'wrong.pdf', DAMAGED)
  })
})

describe('the last change of a PDF', () => {
  it('leads to a refusal when truncated, because only the version before it would be shown [SAFE-73]', async () => {
    const before = pdfOf(pdfObjects())
    const change = '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 500 500] >>\nendobj\n'
    const table = `xref\n3 1\n${String(before.length).padStart(10, '0')} 00000 n \n`
    const previous = /startxref\n(\d+)/.exec(before.toString('latin1'))?.[1]
    const trailer = `trailer\n<< /Size 4 /Root 1 0 R /Prev ${previous} >>\n`
    const end = `startxref\n${before.length + change.length}\n`
    const changed = (text: string) => Buffer.concat([before, Buffer.from(text)])
    const whole = change + table + trailer + end
    await expectAccepted(changed(`${whole}%%EOF\n`), 'changed.pdf')
    await expectAccepted(changed(whole), 'changed.pdf')
    for (const cut of [whole.length - end.length, change.length + 5, change.length - 20])
      await expectRefused(changed(whole.slice(0, cut)), 'changed.pdf', DAMAGED)
  })
})

describe('an unusual PDF', () => {
  it('passes the inspection when it opens the dialog for printing, and fails when a script does [SAFE-34]', async () => {
    await expectAccepted(caseOf('pdf-openaction-named-print.pdf'), 'print.pdf')
    await expectRefused(caseOf('pdf-openaction-js-print.pdf'), 'print.pdf', ACTIVE)
  })

  it('fails the inspection because of attached files, unless it is active as well [SAFE-34]', async () => {
    const attached = (catalog = '') =>
      pdfObjects({
        catalog: `/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >> ${catalog}`,
        more: ['<< /Type /Filespec /F (a.pdf) /EF << /F 5 0 R >> >>', '<< /Type /EmbeddedFile >>'],
      })
    const pinned = pdfObjects({
      page: '/Annots [4 0 R]',
      more: ['<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS << /F (a.pdf) >> >>'],
    })
    for (const make of [pdfOf, compressedPdfOf]) {
      await expectRefused(make(attached()), 'attached.pdf', ATTACHMENTS)
      await expectRefused(make(pinned), 'attached.pdf', ATTACHMENTS)
      await expectRefused(make(attached('/OpenAction << /S /JavaScript /JS (1) >>')), 'both.pdf', ACTIVE)
    }
  })

  it('fails the inspection because of encryption with a certificate [SAFE-34]', async () => {
    const plain = pdfOf(pdfObjects()).toString('latin1')
    const encrypt = (entries: string) =>
      Buffer.from(plain.replace('/Root 1 0 R', `/Root 1 0 R /Encrypt << ${entries} >>`), 'latin1')
    const certificate = encrypt('/Filter /Adobe.PubSec /SubFilter /adbe.pkcs7.s5 /V 4 /Length 128')
    await expectRefused(certificate, 'encrypted.pdf', UNSUPPORTED_ENCRYPTION)
    await expectRefused(encrypt('/Filter /Standard /V 3 /R 3'), 'encrypted.pdf', UNSUPPORTED_ENCRYPTION)
  })
})
