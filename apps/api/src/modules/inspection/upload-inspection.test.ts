import { describe, expect, it } from 'vitest'
import {
  compressedPdfOf,
  jpegOf,
  pdfBomb,
  pdfObjects,
  pdfOf,
  pdfOfText,
  zipBytes,
} from '../../testing/hostile-files.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { pdfBytes, PNG_BYTES } from '../../testing/test-records.ts'
import { uploadExpectations } from '../../testing/upload-expectations.ts'

const ENCRYPTED = 'This PDF is protected with a password. Please upload it without protection.'
const ACTIVE = 'This PDF contains scripts or actions. Please upload a plain PDF.'
const PDF_DAMAGED = 'This PDF is damaged and cannot be opened. Please export it again.'
const AMBIGUOUS = 'This file is more than one kind of file at once. Please export it again.'

const app = await useTestApp()
const technician = await app.signedIn('Technician')
const { expectRefused, expectAccepted, expectNothingStored } = uploadExpectations(app, technician)

const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
const annotation = (rest: string) =>
  pdfObjects({
    page: '/Annots [4 0 R]',
    more: [`<< /Type /Annot /Rect [0 0 9 9] ${rest} >>`],
  })
const ACTIVE_PDFS: [string, string[]][] = [
  ['a script that runs when the file opens', pdfObjects({ catalog: `/OpenAction ${SCRIPT}` })],
  ['a script in an indirect object', pdfObjects({ catalog: '/OpenAction 4 0 R', more: [SCRIPT] })],
  [
    'named scripts',
    pdfObjects({ catalog: '/Names << /JavaScript 4 0 R >>', more: [`<< /Names [(a) ${SCRIPT}] >>`] }),
  ],
  ['a script of a page', pdfObjects({ page: `/AA << /O ${SCRIPT} >>` })],
  ['a script of a link', annotation(`/Subtype /Link /A ${SCRIPT}`)],
  ['a program launch', annotation('/Subtype /Link /A << /S /Launch /F (cmd.exe) >>')],
  ['a form submission', annotation('/Subtype /Widget /A << /S /SubmitForm /F (http://x.test) >>')],
  ['a data import', annotation('/Subtype /Link /A << /S /ImportData /F (x.fdf) >>')],
  ['a remote file', annotation('/Subtype /Link /A << /S /GoToR /F (//x.test/a.pdf) >>')],
  ['a link with a script URL', annotation('/Subtype /Link /A << /S /URI /URI (javascript:alert\\(1\\)) >>')],
  ['rich media', annotation('/Subtype /RichMedia')],
  ['an XFA form', pdfObjects({ catalog: '/AcroForm << /XFA 4 0 R >>', more: ['[]'] })],
]

describe('PDF with active content', () => {
  for (const [what, objects] of ACTIVE_PDFS)
    it(`fails the inspection, plain or compressed: ${what}`, async () => {
      await expectRefused(pdfOf(objects), 'active.pdf', ACTIVE)
      const compressed = compressedPdfOf(objects)
      expect(compressed.includes('JavaScript')).toBe(false)
      await expectRefused(compressed, 'active.pdf', ACTIVE)
    })

  it('fails the inspection when names are encoded or only an earlier revision of the file has it', async () => {
    await expectRefused(
      pdfOf(pdfObjects({ catalog: '/OpenAction << /S /J#61vaScript /#4aS (1) >>' })),
      'a.pdf',
      ACTIVE,
    )
    const unreachable = pdfOf(pdfObjects({ more: [SCRIPT] }))
      .toString('latin1')
      .replace(/(\d{10}) 00000 n \ntrailer/, '0000000000 00000 f \ntrailer')
    await expectRefused(Buffer.from(unreachable, 'latin1'), 'a.pdf', ACTIVE)
  })

  it('excludes links to pages or web sites, and a destination to open at', async () => {
    for (const objects of [
      pdfObjects({ catalog: '/OpenAction [3 0 R /FitH null]' }),
      annotation('/Subtype /Link /A << /S /URI /URI (https://zelab.test/) >>'),
      annotation('/Subtype /Link /Dest [3 0 R /Fit]'),
    ]) {
      await expectAccepted(pdfOf(objects), 'plain.pdf')
      await expectAccepted(compressedPdfOf(objects), 'plain.pdf')
    }
  })
})

describe('PDF actions', () => {
  const link = (action: string) => annotation(`/Subtype /Link /A ${action}`)
  const REFUSED: [string, string[]][] = [
    ['a hidden field', link('<< /S /Hide /T (x) >>')],
    ['switching layers', link('<< /S /SetOCGState /State [/OFF 3 0 R] >>')],
    ['resetting a form on an event', annotation('/Subtype /Widget /AA << /E << /S /ResetForm >> >>')],
    ['a viewer dialog', pdfObjects({ catalog: '/OpenAction << /S /Named /N /SaveAs >>' })],
    ['an unknown action', link('<< /S /SomethingNew >>')],
    [
      'an unknown action in an indirect object',
      pdfObjects({ catalog: '/OpenAction 4 0 R', more: ['<< /S /Unheard >>'] }),
    ],
    [
      'an action chained after a harmless one',
      link('<< /S /GoTo /D [3 0 R /Fit] /Next << /S /Hide /T (x) >> >>'),
    ],
    ['one of several chained actions', link('<< /S /GoTo /D [3 0 R /Fit] /Next [<< /S /Thread >>] >>')],
    ['an object that is only declared as an action', pdfObjects({ more: ['<< /Type /Action /S /Trans >>'] })],
    ['a link to a file', link('<< /S /URI /URI (file:///etc/passwd) >>')],
    ['a link to a network share', link('<< /S /URI /URI (\\\\\\\\host\\\\share\\\\x) >>')],
    ['links relative to a network share', pdfObjects({ catalog: '/URI << /Base (file://host/share/) >>' })],
    ['a link with an application scheme', link('<< /S /URI /URI (ms-msdt:/id) >>')],
  ]
  it.each(REFUSED)(
    'fail the inspection unless they are on the allow-list: %s [SAFE-25]',
    async (_, objects) => {
      await expectRefused(pdfOf(objects), 'active.pdf', ACTIVE)
      await expectRefused(compressedPdfOf(objects), 'active.pdf', ACTIVE)
    },
  )

  const TAKEN: [string, string[]][] = [
    ['an internal link', link('<< /S /GoTo /D [3 0 R /Fit] >>')],
    ['the next page', link('<< /S /Named /N /NextPage >>')],
    ['a web page', link('<< /Type /Action /S /URI /URI (https://lab.test/a?b=c#d) >>')],
    ['a web page without a scheme', link('<< /S /URI /URI (www.lab.test) >>')],
    ['a mail link', link('<< /S /URI /URI (mailto:desk@lab.test) >>')],
    [
      'structure and attributes, which use the same keys',
      pdfObjects({ more: ['<< /Type /StructElem /S /H1 /A << /O /Layout /Placement /Block >> >>'] }),
    ],
    [
      'an outline',
      pdfObjects({
        catalog: '/Outlines 4 0 R',
        more: [
          '<< /Type /Outlines /First 5 0 R /Last 6 0 R /Count 2 >>',
          '<< /Title (a) /Parent 4 0 R /Next 6 0 R /Dest [3 0 R /Fit] >>',
          '<< /Title (b) /Parent 4 0 R /Prev 5 0 R /A << /S /GoTo /D [3 0 R /Fit] >> >>',
        ],
      }),
    ],
  ]
  it.each(TAKEN)('pass the inspection when they are on the allow-list: %s [SAFE-25]', async (_, objects) => {
    await expectAccepted(pdfOf(objects), 'plain.pdf')
    await expectAccepted(compressedPdfOf(objects), 'plain.pdf')
  })
})

describe('PDF pages', () => {
  const TOO_LONG = 'This PDF has more than 500 pages. Please split it.'
  const withPages = (pages: string, more: string[] = []) =>
    pdfObjects({ more }).with(1, `<< /Type /Pages ${pages} >>`)

  it('count by the leaves of the page tree, regardless of the declared count [SAFE-25]', async () => {
    await expectRefused(
      pdfOf(withPages(`/Kids [${'3 0 R '.repeat(501)}] /Count 1`)),
      'many.pdf',
      TOO_LONG,
      413,
    )
    await expectRefused(pdfOf(withPages('/Kids [3 0 R 3 0 R] /Count 1')), 'hidden.pdf', PDF_DAMAGED)
    await expectAccepted(pdfOf(withPages('/Kids [3 0 R 3 0 R] /Count 2')), 'two.pdf')
  })

  it('count in bounded time when the tree references its branches repeatedly [SAFE-25]', async () => {
    const branches = Array.from(
      { length: 40 },
      (_, index) => `<< /Type /Pages /Kids [${index + 5} 0 R ${index + 5} 0 R] /Count 1 >>`,
    )
    const doubling = [...branches, '<< /Type /Pages /Kids [] /Count 0 >>']
    await expectRefused(pdfOf(withPages('/Kids [3 0 R 4 0 R] /Count 1', doubling)), 'bomb.pdf', TOO_LONG, 413)
    await expectRefused(pdfOf(withPages('/Kids [3 0 R 2 0 R] /Count 1')), 'loop.pdf', TOO_LONG, 413)
  })
})

describe('unreadable PDF', () => {
  it('fails the inspection when it needs a password to open, not when only changing it does', async () => {
    await expectRefused(await pdfOfText(['Result'], { userPassword: 'secret' }), 'locked.pdf', ENCRYPTED)
    await expectAccepted(await pdfOfText(['Result'], { ownerPassword: 'secret' }), 'printable.pdf')
  })
  it('fails the inspection when truncated, without pages or invalid', async () => {
    const whole = await pdfOfText(['Result'])
    for (const content of [
      whole.subarray(0, whole.length / 2),
      Buffer.from('%PDF-1.7\n%%EOF'),
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 0x9c), Buffer.from('\n%%EOF')]),
      pdfOf(['<< /Type /Catalog >>']),
      pdfOf(pdfObjects().map((object) => object.replace('/Kids [3 0 R ]', '/Kids [9 0 R]'))),
    ])
      await expectRefused(content, 'damaged.pdf', PDF_DAMAGED)
  })
  it('fails the inspection over 500 pages', async () => {
    await expectAccepted(pdfOf(pdfObjects({ count: 500 })), 'long.pdf')
    const tooLong = 'This PDF has more than 500 pages. Please split it.'
    await expectRefused(pdfOf(pdfObjects({ count: 501 })), 'too-long.pdf', tooLong, 413)
  })
  it('neither stops nor slows the service when it inflates endlessly', async () => {
    const upload = technician.upload(pdfBomb(), 'bomb.pdf')
    expect((await technician.get('/user/dashboard')).status).toBe(200)
    const response = await upload
    expect([200, 415]).toContain(response.status)
    expect(process.memoryUsage().rss).toBeLessThan(2 ** 31)
    if (response.status === 200)
      await technician.delete('/report/deleteReportFile', { fileUrl: response.body.data.fileUrl })
    await expectNothingStored()
  })
})

describe('file of two kinds at once', () => {
  const html = Buffer.from('\n<html><script>alert(1)</script></html>')
  it('fails the inspection as a PDF and an archive, an HTML page or a second PDF', async () => {
    for (const more of [zipBytes(), html, pdfBytes(), PNG_BYTES])
      await expectRefused(Buffer.concat([pdfBytes(), more]), 'two.pdf', AMBIGUOUS)
    // An archive in a comment before the end, where unarchivers search.
    const [head, tail] = [pdfBytes(), Buffer.from('\n%%EOF\n')]
    const zip = zipBytes()
    zip.writeUInt16LE(tail.length, zip.length - 2)
    await expectRefused(Buffer.concat([head, Buffer.from('%'), zip, tail]), 'two.pdf', AMBIGUOUS)
  })
  it('fails the inspection when something else precedes a PDF', async () => {
    const musicTag = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'), pdfBytes()])
    for (const content of [
      musicTag,
      Buffer.concat([html, pdfBytes()]),
      Buffer.concat([zipBytes(), pdfBytes()]),
    ]) {
      const response = await technician.upload(content, 'two.pdf')
      expect(response.status).toBe(415)
      await expectNothingStored()
    }
  })
  it('fails the inspection as a picture and an HTML page, an archive or a PDF', async () => {
    for (const more of [zipBytes(), html, pdfBytes()]) {
      await expectRefused(Buffer.concat([PNG_BYTES, more]), 'two.png', AMBIGUOUS)
      await expectRefused(Buffer.concat([jpegOf(), more]), 'two.jpg', AMBIGUOUS)
    }
    const photo = jpegOf()
    const comment = Buffer.from('\xff\xfe\x00\x20%PDF-1.7\n'.padEnd(34, 'x'), 'latin1')
    await expectRefused(
      Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2)]),
      'two.jpg',
      AMBIGUOUS,
    )
  })
  it('excludes a few padding bytes after the end', async () => {
    await expectAccepted(Buffer.concat([pdfBytes(), Buffer.alloc(100)]), 'padded.pdf')
    await expectAccepted(Buffer.concat([jpegOf(), Buffer.alloc(100)]), 'padded.jpg')
    await expectAccepted(Buffer.concat([PNG_BYTES, Buffer.from('\r\n')]), 'padded.png')
  })
})

it('inspects many files at once', async () => {
  const responses = await Promise.all(
    Array.from({ length: 12 }, () => technician.upload(pdfBytes(), 'a.pdf')),
  )
  expect(responses.every((response) => response.status === 200)).toBe(true)
})
