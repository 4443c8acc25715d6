import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A PDF file of this size, different from every other: the bytes are added before its end, where readers ignore them. */
const uniqueOf = (pdf: Buffer, bytes: number): Buffer => {
  const start = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString('latin1', pdf.length - 100))?.[1]
  if (start === undefined) throw new Error('The file has no table of its objects')
  const end = `\nstartxref\n${start}\n%%EOF\n`
  const added = Math.max(32, bytes - pdf.length - end.length - 2)
  const text = randomBytes(Math.ceil(added / 2)).toString('hex')
  return Buffer.concat([pdf, Buffer.from(`\n%${text}${end}`)])
}

/** Writes files into a new folder, as a scanner does. */
export const fillFolder = (
  folder: string,
  pdf: Buffer,
  { files, bytes }: { files: number; bytes: number },
) => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (let number = 0; number < files; number++)
    writeFileSync(path.join(folder, `scan-${String(number).padStart(5, '0')}.pdf`), uniqueOf(pdf, bytes))
}
