import { IMPORT_ENCODINGS, type ImportEncoding } from '@zelab/contract'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { isLegacyEncoding } from '../../../../core/legacy-encoding.ts'
import { caseOf } from '../../../../testing/cases.ts'
import { readFile } from './file-reading.ts'
import type { CheckedRow } from './row-check.ts'

const read = async (content: Buffer, encoding?: ImportEncoding) => {
  const rows: CheckedRow[] = []
  let survey: object = {}
  const task = { content: new Uint8Array(content), dateOrder: 'dmy' as const, encoding, today: '2026-01-01' }
  for await (const part of readFile(task)) {
    if (part.kind === 'rows') rows.push(...part.rows)
    else survey = part
  }
  const names = rows.map(({ fields }) => fields.fullName)
  return { survey, rows, names, errors: rows.flatMap((row) => row.errors.map(({ message }) => message)) }
}

const FILES: [name: string, encoding: ImportEncoding, names: string[]][] = [
  ['csv-arabic-iso-8859-6.csv', 'ISO-8859-6', ['فاطمة المنصوري']],
  ['csv-arabic-ms-dos-cp720.csv', 'CP720', ['فاطمة المنصوري']],
  ['csv-macintosh.csv', 'Macintosh', ['Zoé Müller', 'José Núñez']],
  ['csv-ms-dos-cp850.csv', 'CP850', ['Zoé Müller', 'José Núñez']],
]

describe('a file in an older encoding', () => {
  it.each(FILES)('%s is recognized as %s [IMPORT-24]', async (name, encoding, names) => {
    expect(await read(caseOf(name))).toMatchObject({
      survey: { encoding, isCertain: true },
      names,
      errors: [],
    })
  })

  it.each(FILES)(
    '%s is read whole or has errors in every encoding that is chosen [IMPORT-25]',
    async (name, _, names) => {
      for (const encoding of IMPORT_ENCODINGS.filter(isLegacyEncoding)) {
        const found = await read(caseOf(name), encoding)
        if (found.errors.length === 0) expect(found.names).toEqual(names)
      }
    },
  )

  it('reveals each encoding that has the letters of its longer lists of names [IMPORT-24]', async () => {
    const lists: [string[], string[]][] = [
      [
        [
          'محمد علي',
          'سلمى حداد',
          'خالد إبراهيم',
          'عائشة الزهراني',
          'نورة القحطاني',
          'يوسف ضياء',
          'غادة شريف',
        ],
        ['win1256', 'iso88596', 'cp720'],
      ],
      [
        ['Zoë Müller', 'JOSÉ NÚÑEZ', 'François Lefèvre', 'Søren Ångström', 'Jürgen Weiß', 'Inês Conceição'],
        ['win1252', 'macroman', 'cp850'],
      ],
    ]
    for (const [names, encodings] of lists)
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...encodings),
          fc.shuffledSubarray(names, { minLength: 3 }),
          async (encoding, some) => {
            const lines = some.map((name) => `${name},+971501234567,02/03/1990`)
            const file = iconv.encode(['Full Name,Phone,Date of Birth', ...lines].join('\r\n'), encoding)
            expect((await read(file)).names).toEqual(some)
          },
        ),
      )
  })

  it.each([
    ...[
      'ZoŽ MŸller',
      'JosÃ© NÃºÃ±ez',
      'ساêة الاختبار',
      'Nœ–ez ‚',
      'Zo‚ M\u0081ller',
      'Sara\u0007 Ali',
      'علي ³§',
      'Jos? N??ez',
      'Zoé � Ali',
    ],
  ])('reports an error for a name like %j [IMPORT-25]', async (name) => {
    const found = await read(
      Buffer.from(`Full Name,Phone,Date of Birth\n"${name}",+971501234567,02/03/1990\n`),
    )
    expect(found.errors).toHaveLength(1)
  })

  it.each([
    ...[
      "Seán O'Brien",
      'Anne-Marie d’Arc',
      'Ruairí McÉvoy',
      'عبد الله (أبو علي)',
      'Smith, John Jr.',
      'می‌خواهم رضا',
      'Łukasz Żak',
      'ALI 2',
      'Baby #2 of Mª José (twin)',
    ],
  ])('keeps the name %j [IMPORT-25]', async (name) => {
    const found = await read(
      Buffer.from(`Full Name,Phone,Date of Birth\n"${name}",+971501234567,02/03/1990\n`),
    )
    expect(found).toMatchObject({ names: [name], errors: [] })
  })

  it('warns when another encoding is as plausible [IMPORT-24]', async () => {
    const file = iconv.encode('Full Name,Phone,Date of Birth\nمحمد محمد,+971501234567,02/03/1990', 'win1256')
    expect(await read(file)).toMatchObject({ survey: { isCertain: false }, names: ['محمد محمد'] })
  })
})

describe('a file as people write it', () => {
  it('takes national phone numbers of the lab’s country [IMPORT-26]', async () => {
    const { rows, errors } = await read(caseOf('csv-national-phones.csv'))
    expect(errors).toEqual([])
    expect(rows.map(({ fields }) => fields.phone)).toEqual(['+971501234561', '+971501234562'])
  })

  it('takes spaces before quotation marks, even with tabs between the cells [IMPORT-27]', async () => {
    const text = caseOf('csv-spaces-before-quotes.csv').toString()
    const expected = { fullName: 'Sara Sample', phone: '+971501234561', dateOfBirth: '1990-03-02' }
    for (const content of [text, text.replaceAll(',', '\t'), text.replaceAll('",', '"  ,')]) {
      const { rows, errors } = await read(Buffer.from(content))
      expect(errors).toEqual([])
      expect(rows).toMatchObject([{ fields: expected }])
    }
    const empty = await read(
      Buffer.from('Email\tFull Name\tPhone\tDate of Birth\n\t Sara Sample\t+971501234561\t2/3/1990\n'),
    )
    expect(empty.rows).toMatchObject([{ fields: { ...expected, email: null }, errors: [] }])
  })

  it('takes line breaks in quoted cells [IMPORT-28]', async () => {
    const { rows, errors } = await read(caseOf('csv-line-break-in-address.csv'))
    expect(errors).toEqual([])
    expect(rows).toMatchObject([{ fields: { line1: 'Flat 1, Jasmine Lane' } }])
    const name = await read(
      Buffer.from('Full Name,Phone,Date of Birth\n"Sara\r\nSample",+971501234561,02/03/1990\n'),
    )
    expect(name).toMatchObject({ names: ['Sara Sample'], errors: [] })
  })
  it('stays whole where marks were dropped [IMPORT-59]', async () => {
    const name = `Sara${'\u200f'.repeat(996)} Sample`
    const { rows } = await read(
      Buffer.from(`Full Name,Phone,Date of Birth\n${name},+971501234567,02/03/1990\n`),
    )
    expect(rows).toMatchObject([{ fields: { fullName: 'Sara Sample' }, errors: [] }])
  })
})
