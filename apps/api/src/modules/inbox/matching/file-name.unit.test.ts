import { describe, expect, it } from 'vitest'
import { readFileName } from './file-name.ts'

const PATTERN = '{emrId}_{name}_{dateOfBirth}'

describe('a file name that follows the pattern', () => {
  it.each([
    [PATTERN, 'EMR-1001_Layla-Haddad_1990-05-01.pdf', ['EMR-1001'], ['Layla-Haddad'], ['1990-05-01']],
    [PATTERN, 'EMR-1001_Layla Haddad_19900501.pdf', ['EMR-1001'], ['Layla Haddad'], ['1990-05-01']],
    [PATTERN, '7788_ليلى حداد_1990-05-01.PDF', ['7788'], ['ليلى حداد'], ['1990-05-01']],
    ['{name}__{emrId}', 'Layla_Haddad__1001.pdf', ['1001'], ['Layla Haddad'], []],
    ['Report {ignore} ({emrId})', 'report 12/CBC (1001).png', ['1001'], [], []],
  ])('names its patient: %s of %s [INBOX-10]', (pattern, fileName, emrIds, names, dates) => {
    const read = readFileName(pattern, fileName.replace('/', '-'))
    expect(read).toMatchObject({ emrIds, names })
    expect(read?.birthDates.flatMap((one) => one.dates)).toEqual(dates)
  })

  it('reads a ZL id with and without its prefix [INBOX-10]', () => {
    expect(readFileName('{patientId}-{ignore}', 'ZL-17-cbc.pdf')?.patientIds).toEqual([17])
    expect(readFileName('{patientId}-{ignore}', 'ZL-17.pdf')).toBeNull()
    expect(readFileName('{patientId} {ignore}', 'ZL-17 cbc.pdf')?.patientIds).toEqual([17])
    expect(readFileName('{patientId} {ignore}', '17 cbc.pdf')?.patientIds).toEqual([17])
  })

  it('keeps both days of a date whose order is unknown [INBOX-10]', () => {
    const read = readFileName(PATTERN, '1_Omar Saleh_01051990.pdf')
    expect(read?.birthDates).toEqual([{ written: '01051990', dates: ['1990-05-01', '1990-01-05'] }])
  })
})

it.each([
  ['another separator', 'EMR-1001-Layla.pdf'],
  ['an empty part', 'EMR-1001__1990-05-01.pdf'],
  ['nothing', ''],
  ['100,000 separators', '_'.repeat(100_000)],
])('ignores a file name that does not follow the pattern: %s [INBOX-10]', (_, fileName) => {
  expect(readFileName(PATTERN, fileName)).toBeNull()
  expect(readFileName(null, fileName)).toBeNull()
})

it('drops direction marks [SAFE-42]', () => {
  expect(readFileName('{emrId}_{name}', '\u200eEMR-1001\u200e_\u202bسلمى حداد\u202c.pdf')).toMatchObject({
    names: ['سلمى حداد'],
    emrIds: ['EMR-1001'],
  })
})

it('leaves out values that the pattern’s field cannot have [INBOX-10]', () => {
  const read = readFileName('{patientId}_{emrId}_{name}_{dateOfBirth}', 'abc_---_12345_yesterday.pdf')
  expect(read).toEqual({ names: [], birthDates: [], emrIds: [], patientIds: [], phones: [] })
})
