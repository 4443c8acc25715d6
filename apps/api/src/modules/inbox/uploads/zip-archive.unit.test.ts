import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { zipOf } from '../../../testing/zip-files.ts'
import { withArchive } from './zip-archive.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'zip-names-'))
})
afterAll(() => rm(folder, { recursive: true }))

const namesIn = async (names: (string | Buffer)[]) => {
  const file = path.join(folder, 'names.zip')
  await writeFile(file, zipOf(names.map((name) => ({ name, content: Buffer.from('x') }))))
  return withArchive(file, (files) => Promise.resolve(files.map(({ fileName }) => fileName)))
}

const encode = (text: string, encoding: string) =>
  Buffer.from(
    [...text].map((letter) => {
      const codes = Array.from({ length: 128 }, (_, index) => index + 128)
      const found = codes.find(
        (code) => iconv.decode(Buffer.from([code]), encoding).normalize('NFKC') === letter,
      )
      return letter <= '\u007f' ? (letter.codePointAt(0) ?? 0) : (found ?? 0)
    }),
  )

const ARABIC = ['فاطمة المنصوري-4711.pdf', 'محمد علي-4712.pdf', 'scan-4713.pdf']
const WESTERN = ['José Núñez-1.pdf', 'Zoé Müller-2.pdf', 'Renée d’Août-3.pdf'.replace('’', "'")]

it.each([
  ['win1256', ARABIC],
  ['cp720', ARABIC],
  ['cp864', ARABIC],
  ['cp437', WESTERN],
  ['cp850', [...WESTERN, 'João Conceição-4.pdf']],
  ['win1252', WESTERN],
])('reads the names of an archive in the code page %s [INBOX-140]', async (encoding, names) => {
  expect(await namesIn(names.map((name) => encode(name, encoding)))).toEqual(names)
})

it('refuses an archive whose names alone fill the memory [INBOX-53]', async () => {
  const names = Array.from({ length: 150 }, (_, number) => `${number}${'x'.repeat(60_000)}.pdf`)
  await expect(namesIn(names)).rejects.toMatchObject({ code: 'ZIP_TOO_MANY_FILES' })
})

it('reads declared and undeclared UTF-8 next to names in a code page [INBOX-140]', async () => {
  const [first = '', second = '', third = ''] = ARABIC
  expect(await namesIn([first, Buffer.from(second), encode(second, 'win1256'), third])).toEqual([
    first,
    second,
    second,
    third,
  ])
})
