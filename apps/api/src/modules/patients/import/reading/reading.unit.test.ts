import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { readColumns, type Columns } from './columns.ts'
import { BrokenRowError, readRows } from './csv-rows.ts'
import { createRowCheck } from './row-check.ts'
import { detectSeparator } from './separator.ts'
import { decodeText, EncodingDetector } from './text-encoding.ts'
import { cellText, dateText, genderText, phoneText } from './written-cell.ts'

const slicesOf = (content: Buffer, size: number) =>
  Array.from({ length: Math.ceil(content.length / size) }, (_, index) =>
    content.subarray(index * size, (index + 1) * size),
  )

const read = async (content: Buffer, size = 3) => {
  const detector = new EncodingDetector()
  for (const slice of slicesOf(content, size)) detector.add(slice)
  const encoding = detector.result()?.encoding
  if (!encoding) return { encoding, text: '' }
  async function* slices() {
    yield* slicesOf(content, size)
  }
  let text = ''
  for await (const piece of decodeText(slices(), encoding)) text += piece
  return { encoding, text }
}

const HEADER = 'Full Name,Phone,Date of Birth\r\n'
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
// É, é, ’ and € in Windows-1252; محمد علي in Windows-1256.
const WESTERN = Buffer.concat([
  Buffer.from(HEADER + 'Zo'),
  Buffer.from([0xeb]),
  Buffer.from(' O'),
  Buffer.from([0x92]),
  Buffer.from('Hara '),
  Buffer.from([0x80]),
])
const ARABIC = Buffer.concat([
  Buffer.from(HEADER),
  Buffer.from([0xe3, 0xcd, 0xe3, 0xcf, 0x20, 0xda, 0xe1, 0xed]),
  Buffer.from(',+971501234567,1990-05-01'),
])

describe('encoding', () => {
  it.each([
    ['UTF-8', Buffer.from(`${HEADER}محمد Zoë`), `${HEADER}محمد Zoë`],
    ['UTF-8', Buffer.from(`\ufeff${HEADER}محمد`), `${HEADER}محمد`],
    ['UTF-8', Buffer.from(HEADER), HEADER],
    ['UTF-16LE', Buffer.from(`\ufeff${HEADER}محمد 😀`, 'utf16le'), `${HEADER}محمد 😀`],
    ['UTF-16LE', Buffer.from(`${HEADER}محمد علي,0501234567`, 'utf16le'), `${HEADER}محمد علي,0501234567`],
    ['UTF-16BE', utf16be(`\ufeff${HEADER}محمد`), `${HEADER}محمد`],
    ['UTF-16BE', utf16be(`${HEADER}محمد`), `${HEADER}محمد`],
    ['Windows-1252', WESTERN, `${HEADER}Zoë O’Hara €`],
    ['Windows-1256', ARABIC, `${HEADER}محمد علي,+971501234567,1990-05-01`],
  ])('detects and reads %s for any chunking of the bytes [IMPORT-01]', async (encoding, content, text) => {
    for (const size of [1, 3, 1000]) expect(await read(content, size)).toEqual({ encoding, text })
  })

  it('remains UTF-8 when a cell or two are damaged, and reports them', async () => {
    const content = Buffer.concat([Buffer.from(`${HEADER}محمد علي محمد`), Buffer.from([0xe3, 0x28])])
    const { encoding, text } = await read(content)
    expect(encoding).toBe('UTF-8')
    expect(text).toContain('\ufffd')
  })

  it.each([
    ['PDF', Buffer.from('%PDF-1.7\nFull Name,Phone')],
    ['XLSX', Buffer.from('504b030414000600', 'hex')],
    ['XLS', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['PNG', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['noise', Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 7) % 256))],
  ])('rejects %s as text', async (_, content) => {
    expect((await read(content)).encoding).toBeUndefined()
  })
})

describe('separator', () => {
  it.each([
    [',', 'Full Name,Phone,"Born; where, when"\n'],
    [';', 'Full Name;Phone;Date of Birth;Notes, other, remarks, more\n'],
    ['\t', 'Full Name\tPhone\tDate of Birth\n'],
    ['|', '\n\r\n"Full\nName"|Phone|DOB|a,b,c,d,e,f\n'],
    [',', ''],
  ])('detects %j outside quotation marks [IMPORT-01]', (separator, beginning) => {
    expect(detectSeparator(beginning).separator).toBe(separator)
  })

  it('follows a spreadsheet’s separator line, which is not a row', () => {
    expect(detectSeparator('sep=;\r\nFull Name;Phone')).toEqual({ separator: ';', skip: 7 })
  })
})

const rowsOf = async (pieces: string[]) => {
  async function* text() {
    yield* pieces
  }
  const rows = []
  for await (const row of readRows(text(), ',')) rows.push(row)
  return rows
}

describe('rows', () => {
  it('take their numbers from the spreadsheet, with mixed line ends and line ends in cells [IMPORT-02]', async () => {
    expect(await rowsOf(['a,b\r', '\nc,"d\r\nd"\re,f\n\n,,\ng', ',"h ""i"""\r\n'])).toEqual([
      { rowNumber: 1, cells: ['a', 'b'] },
      { rowNumber: 2, cells: ['c', 'd\r\nd'] },
      { rowNumber: 3, cells: ['e', 'f'] },
      { rowNumber: 6, cells: ['g', 'h "i"'] },
    ])
  })

  it('preserve quotation marks in the middle of a cell', async () => {
    expect((await rowsOf(['Abu "Ali" Omar,5" nail\n']))[0]?.cells).toEqual(['Abu "Ali" Omar', '5" nail'])
  })

  it('end at an unclosed quotation mark, with its position in the error', async () => {
    const open = rowsOf(['a,b\n1,2\n3,"4\n', '5,6\n'])
    await expect(open).rejects.toEqual(new BrokenRowError(3))
    const endless = rowsOf(['a,b\n1,"', ...Array.from({ length: 40 }, () => 'x'.repeat(50_000))])
    await expect(endless).rejects.toEqual(new BrokenRowError(2))
  })

  it('propagate errors of the source', async () => {
    async function* text() {
      yield 'a,b\nc,d\n'
      throw new Error('gone')
    }
    const all = (async () => {
      for await (const row of readRows(text(), ',')) void row
    })()
    await expect(all).rejects.toThrow('gone')
  })
})

describe('columns', () => {
  it('match many names, including Arabic ones, in any case and spacing', () => {
    const known = readColumns([
      ' full_NAME ',
      'Mobile No.',
      'D.O.B',
      'sex',
      'e-mail',
      'MRN',
      'Address line 1',
    ])
    expect('byField' in known && [...known.byField.keys()]).toEqual([
      'fullName',
      'phone',
      'dob',
      'gender',
      'email',
      'emrId',
      'line1',
    ])
    const arabic = readColumns(['إسم المريض', 'رقم الهاتف', 'تاريخ الميلاد', 'الجنس', 'المدينه', 'ملاحظات'])
    expect('byField' in arabic && [arabic.byField.size, arabic.unknown]).toEqual([5, ['ملاحظات']])
  })

  it('must exist where required, once each', () => {
    expect(readColumns(['Name', 'Town'])).toMatchObject({ missing: ['phone', 'dob'] })
    expect(readColumns(['Name', 'Phone', 'DOB', 'Mobile'])).toMatchObject({
      missing: [],
      twice: { first: 'Phone', second: 'Mobile' },
    })
  })
})

describe('cell', () => {
  it('loses formatting added by programs', () => {
    expect(cellText(' \u200f"x" \ufeff')).toBe('"x"')
    expect(cellText('="0501234567"')).toBe('0501234567')
    expect(cellText("'+971501234567")).toBe('+971501234567')
    expect(cellText("'Abd al-Rahman")).toBe("'Abd al-Rahman")
  })

  it('accepts a phone number that begins with 00 and has Arabic digits', () => {
    expect(phoneText('(00971) 50-123 4567')).toBe('+971501234567')
    expect(phoneText('٠٠٩٧١٥٠١٢٣٤٥٦٧')).toBe('+971501234567')
    expect(phoneText('+971 50 123 4567')).toBe('+971501234567')
  })

  it('accepts a gender as a letter or an Arabic word', () => {
    expect(['m', 'F', 'Female', 'ذكر', 'أنثى', 'x'].map(genderText)).toEqual(
      ['MALE', 'FEMALE', 'FEMALE', 'MALE', 'FEMALE', 'x'], // The validation rule rejects unknown values.
    )
  })

  it('parses a date in the order of the file, and with a leading year always', () => {
    expect(dateText('31/12/1990', 'dmy')).toBe('1990-12-31')
    expect(dateText('1.2.1990', 'dmy')).toBe('1990-02-01')
    expect(dateText('1-2-1990', 'mdy')).toBe('1990-01-02')
    expect(dateText('31/12/1990', 'mdy')).toBe('1990-31-12')
    for (const order of ['ymd', 'dmy', 'mdy'] as const) {
      expect(dateText('1990-2-1', order)).toBe('1990-02-01')
      expect(dateText('1990/02/01 00:00:00', order)).toBe('1990-02-01')
      for (const unclear of ['1/2/90', '1/2-1990', '31 Dec 1990', '1990-02-01 13:00', '33000', ''])
        expect(dateText(unclear, order)).toBeUndefined()
    }
    expect(dateText('31/12/1990', 'ymd')).toBeUndefined()
    expect(dateText('٣١/١٢/١٩٩٠', 'dmy')).toBe('1990-12-31')
  })
})

describe('row', () => {
  const columns = readColumns(['Patient', 'Mobile', 'DOB', 'Sex', 'E-Mail', 'Town']) as Columns
  const check = createRowCheck(columns, 'dmy', '2024-06-30')
  const errorsOf = (...cells: string[]) => check({ rowNumber: 7, cells }).errors

  it('becomes a registration', () => {
    expect(check({ rowNumber: 7, cells: [' Layla  Haddad ', '00971501234567', '30/06/2024', 'f'] })).toEqual({
      rowNumber: 7,
      fields: {
        fullName: 'Layla  Haddad',
        phone: '+971501234567',
        dateOfBirth: '2024-06-30',
        gender: 'FEMALE',
        email: null,
        emrId: null,
        nationalId: null,
        line1: null,
        city: null,
        registrationType: null,
        language: null,
        emailConsent: null,
        smsConsent: null,
        whatsappConsent: null,
      },
      errors: [],
    })
  })

  it('reports each error with the file’s column name [IMPORT-02]', () => {
    expect(errorsOf('Al', '12', '1990-13-40', 'x', 'invalid', 'D')).toEqual([
      { column: 'Patient', message: 'Name must be at least 3 characters', value: 'Al' },
      { column: 'Mobile', message: 'Please enter a valid phone number', value: '12' },
      { column: 'DOB', message: 'Please enter a valid date of birth', value: '1990-13-40' },
      { column: 'Sex', message: 'Gender must be MALE, FEMALE or OTHER, or ذكر or أنثى', value: 'x' },
      { column: 'E-Mail', message: 'Please enter a valid email address', value: 'invalid' },
      { column: 'Town', message: 'City must be at least 3 characters', value: 'D' },
    ])
  })

  it('shows a refused cell as written [A11Y-18]', () => {
    const { fields } = check({ rowNumber: 7, cells: ['Layla Haddad', '050 123 4567', '31/13/1990', 'f'] })
    expect(fields).toMatchObject({ dateOfBirth: '31/13/1990', phone: '+971501234567', gender: 'FEMALE' })
  })

  it('rejects a phone number that lost its zero or a digit, or has no country code [SAFE-01]', () => {
    const phone = (cell: string) => errorsOf('Layla Haddad', cell, '30/06/1990')[0]?.message
    expect(phone('971501234567')).toBeUndefined()
    expect(phone('+971 (0)50 123 4567')).toBeUndefined()
    for (const cell of ['501234567', '+97150123456', '12345678'])
      expect(phone(cell), cell).toBe('Please enter a valid phone number')
    expect(phone('05012345')).toBe(
      'Please enter a valid phone number with its country code, like +971501234567',
    )
  })

  it('reports missing values, dates in the wrong order and birth dates in the future', () => {
    expect(errorsOf('', '', '').map(({ message }) => message)).toEqual(['Required', 'Required', 'Required'])
    const born = (date: string) => errorsOf('Layla Haddad', '+971501234567', date)[0]?.message
    expect(born('Dec 31 1990')).toBe(
      'This date is not written like 31/12/1990. Please fix it, or choose another date order.',
    )
    expect(born('01/07/2024')).toBe('Please enter a valid date of birth')
    expect(born('31/12/1899')).toBe('Please enter a valid date of birth')
    expect(born('30/02/1990')).toBe('Please enter a valid date of birth')
  })

  it('fails with one cell too many, instead of being shifted', () => {
    expect(errorsOf('Layla Haddad', '+971501234567', '1/1/1990', 'f', '', 'Dubai', 'Deira')[0]).toMatchObject(
      {
        column: 'Whole row',
        value: 'Deira',
      },
    )
    expect(errorsOf('Layla Haddad', '+971501234567', '1/1/1990', 'f', '', 'Dubai', '', ' ')).toEqual([])
  })

  it('reports NUL, invalid or huge cells in errors that can be stored', () => {
    const row = check({
      rowNumber: 2,
      cells: ['Lay\0la', `+${'9'.repeat(900_000)}`, '1/1/1990', 'f', '', '\ufffdDubai'],
    })
    expect(row.errors.map(({ column }) => column)).toEqual(['Patient', 'Mobile', 'Town'])
    expect(JSON.stringify(row)).not.toContain('\\u0000')
    expect(JSON.stringify(row).length).toBeLessThan(2000)
  })
})
