import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import { checkPatients, PATIENT_HEADER, randomFiles, uploadPatients } from '../../../testing/patient-files.ts'
import { useTestApp } from '../../../testing/test-app.ts'

const MEGABYTE = 1024 * 1024

const app = await useTestApp()
const doctor = await app.signedIn('Doctor')

const check = async (content: string | Buffer) => {
  const found = await checkPatients(app, doctor, content)
  expect(found.state, String(found.problem)).not.toBe('checking')
  return found as { id: number; state: string; problem: string; rowsTotal: number; rowsWithErrors: number }
}

describe('hostile import file', () => {
  it.each<[string, () => string | Buffer, string]>([
    ['quotation marks only', () => '"'.repeat(2 * MEGABYTE), 'Row 1 has no end'],
    ['one endless line', () => 'x'.repeat(20 * MEGABYTE), 'Row 1 has no end'],
    ['line ends only', () => `${PATIENT_HEADER}${'\n'.repeat(3 * MEGABYTE)}`, 'This file has no rows'],
    ['rows of two characters', () => `${PATIENT_HEADER}${'\n,'.repeat(MEGABYTE)}`, 'The file has more than'],
    ['a hundred thousand columns', () => `${'Column,'.repeat(100_000)}\n`, 'Row 1 has more than 1,000 cells'],
    ['25 MB of separators', () => ','.repeat(25 * MEGABYTE), 'Row 1 has more than 1,000 cells'],
    [
      'a wide row below the header',
      () => `${PATIENT_HEADER}\n"a\nb",${','.repeat(2 * MEGABYTE)}`,
      'has more than 1,000 cells',
    ],
    ['NULs only', () => Buffer.alloc(MEGABYTE), 'This is not a CSV file'],
    ['a separator line alone', () => 'sep=;\n', 'This file has no rows'],
    [
      'a truncated character at the end',
      () => Buffer.from([0xff, 0xfe, 0x41]),
      'The first row must name the columns',
    ],
  ])('fails when it consists of %s', async (_, content, problem) => {
    expect(await check(content())).toMatchObject({
      state: 'refused',
      problem: expect.stringContaining(problem) as string,
    })
  })

  it('fails without exhausting resources when it consists of separators only [SAFE-14]', async () => {
    const lag = monitorEventLoopDelay({ resolution: 10 })
    const startedAt = process.memoryUsage().rss
    const { body } = await uploadPatients(doctor, ','.repeat(25 * MEGABYTE))
    lag.enable()
    await app.services.importWorker.run()
    lag.disable()
    const found = (await doctor.get(`/patient/import/${body.data.id}`)).body.data
    expect(found).toMatchObject({ state: 'refused' })
    expect(lag.max / 1e6).toBeLessThan(2_000)
    expect(process.memoryUsage().rss - startedAt).toBeLessThan(400 * MEGABYTE)
  })

  it('reports NULs, invalid characters, huge cells or a second header in their rows', async () => {
    const found = await check(
      [
        PATIENT_HEADER,
        'Lay\0la Haddad,+971501234567,1990-05-01',
        PATIENT_HEADER,
        `${'x'.repeat(500_000)},+971501234567,1990-05-01`,
        `Layla Haddad,"${'9'.repeat(500_000)}",1990-05-01`,
        'Layla Haddad,+971501234567,1990-05-01',
        'Layla Haddad,+971501234567,1990-05-01,,,,,',
      ].join('\n'),
    )
    expect(found).toMatchObject({ state: 'ready', rowsTotal: 6, rowsWithErrors: 4 })
    const { body } = await doctor.get(`/patient/import/${found.id}/rows?kind=errors`)
    expect(body.data.map((row: { rowNumber: number }) => row.rowNumber)).toEqual([2, 3, 4, 5])
    expect(JSON.stringify(body).length).toBeLessThan(5000)
  })

  it('passes with lone surrogates', async () => {
    const text = Buffer.from(`${PATIENT_HEADER}\nLayla \ud83d Haddad,+971501234567,1990-05-01\n`, 'utf16le')
    expect(await check(text)).toMatchObject({ state: 'ready', rowsWithErrors: 1 })
  })

  it('comes to an end with random bytes', async () => {
    for (const content of randomFiles(20_261, 5))
      expect(['ready', 'refused']).toContain((await check(content)).state)
  })
})
