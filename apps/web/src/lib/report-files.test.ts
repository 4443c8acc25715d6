import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  downloadReportFile,
  fileEnding,
  fileNameOf,
  isPictureFile,
  isReportFilePath,
} from './report-files.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the name of a saved report', () => {
  it('consists of the title and the ending of the stored file', () => {
    expect(fileNameOf('Blood count', '/api/v1/report/file/abc.pdf')).toBe('Blood count.pdf')
    expect(fileNameOf('Chest', '/api/v1/report/file/abc.JPG')).toBe('Chest.jpg')
    expect(fileNameOf('HbA1c v2.1', '/x/abc.png')).toBe('HbA1c v2.1.png')
  })

  it.each([
    ['application/pdf', 'Chest.pdf'],
    ['image/jpeg', 'Chest.jpg'],
  ])('follows the bytes that were sent: a stamped picture is a PDF (%s) [STAMP-45]', async (type, name) => {
    vi.stubGlobal('fetch', async () => new Response('bytes', { headers: { 'content-type': type } }))
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    await downloadReportFile('Chest', '/api/v1/report/file/abc.jpg')
    expect(click.mock.contexts.map((link) => (link as HTMLAnchorElement).download)).toEqual([name])
  })

  it('holds no sign that a file system or a reader trips over', () => {
    expect(fileNameOf('a/b\\c:d*e?f"g<h>i|j\u0007k', 'x.pdf')).toBe('a_b_c_d_e_f_g_h_i_j_k.pdf')
    expect(fileNameOf('gpj.\u202Efdp', 'x.png')).toBe('gpj._fdp.png')
    expect(fileNameOf('..', 'x.pdf')).toBe('report.pdf')
    expect(fileNameOf('فحص الدم', 'x.pdf')).toBe('فحص الدم.pdf')
    expect(fileNameOf('x'.repeat(255), 'x.pdf')).toHaveLength(124)
  })

  it('takes a file without an ending for a PDF', () => {
    expect(fileNameOf('Report', '/file/abc')).toBe('Report.pdf')
    expect(fileEnding('/file.d/abc')).toBe('')
  })

  it('recognizes a picture by its extension', () => {
    expect(isPictureFile('/file/abc.jpeg?x=1')).toBe(true)
    expect(isPictureFile('/file/abc.pdf')).toBe(false)
  })
})

describe('the path of a report file', () => {
  it('accepts a file of the API with any first character [SAFE-24]', () => {
    // Names are random base64url, so 1 in 32 starts with - or _.
    for (const first of ['a', 'Z', '0', '-', '_'])
      for (const ending of ['pdf', 'jpg', 'png']) {
        const path = `/api/v1/report/file/${first}XqW-am84GLRVAiK_3Jbzy16GSjDCrq3CTvfmx50cOQ.${ending}`
        expect(isReportFilePath(path), path).toBe(true)
      }
  })

  it.each([
    '',
    'https://evil.example/api/v1/report/file/a.pdf',
    '//evil.example/api/v1/report/file/a.pdf',
    '/api/v1/report/export',
    '/api/v1/report/file/../export',
    `/api/v1/report/file/${'a'.repeat(43)}/../export.pdf`,
    '/api/v1/report/file/..',
    '/api/v1/report/file/a.pdf?purpose=download',
    '/api/v1/report/file/a.pdf#x',
    'data:application/pdf;base64,JVBERi0=',
    'blob:http://localhost/1',
  ])('excludes %s [SAFE-24]', (path) => expect(isReportFilePath(path)).toBe(false))
})
