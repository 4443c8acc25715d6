import path from 'node:path'
import { fileNamePatternParts, PATIENT_ID_PREFIX, withoutMarks, type FileNameField } from '@zelab/contract'
import type { IdentityHints } from '../../inspection/inspection.ts'
import { readWrittenDate } from '../../inspection/written-date.ts'

const OWN_PREFIX = new RegExp(`^${PATIENT_ID_PREFIX}`, 'i')

const valuesOf = (pattern: string, name: string): Map<FileNameField, string> | undefined => {
  const values = new Map<FileNameField, string>()
  let rest = name
  let open: FileNameField | undefined
  // A field ends at the next literal, so that matching takes one pass.
  for (const part of fileNamePatternParts(pattern) ?? []) {
    if ('field' in part) {
      open = part.field
      continue
    }
    // The hyphen of the prefix ZL- is not a separator.
    const from = open === 'patientId' && OWN_PREFIX.test(rest) ? PATIENT_ID_PREFIX.length : 0
    const at = rest.toLowerCase().indexOf(part.literal.toLowerCase(), from)
    if (at === -1 || (open === undefined && at > 0)) return undefined
    if (open !== undefined) values.set(open, rest.slice(0, at))
    open = undefined
    rest = rest.slice(at + part.literal.length)
  }
  if (open !== undefined) values.set(open, rest)
  else if (rest !== '') return undefined
  return [...values.values()].includes('') ? undefined : values
}

const YEAR_FIRST = /^((?:19|20)\d{2})(\d{2})(\d{2})$/
const YEAR_LAST = /^(\d{2})(\d{2})((?:19|20)\d{2})$/

/** Accepts dates without separators: 19900501, and 01051990 with the day or the month first. */
const readDate = (text: string) => {
  const separated = text.replace(YEAR_FIRST, '$1-$2-$3')
  const read = readWrittenDate(separated) ?? readWrittenDate(text.replace(YEAR_LAST, '$1/$2/$3'))
  return read && { ...read, written: text }
}

const NAME = /^\p{L}[\p{L}\p{M}'’.,\- ]{1,99}$/u

export const readFileName = (pattern: string | null, fileName: string): IdentityHints | null => {
  const values =
    pattern === null
      ? undefined
      : valuesOf(pattern, withoutMarks(path.parse(fileName).name.normalize('NFKC')))
  if (!values) return null
  const textOf = (field: FileNameField) => (values.get(field) ?? '').trim()
  const name = textOf('name')
    .replace(/[_+.]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const birthDate = readDate(textOf('dateOfBirth'))
  const ownId = new RegExp(`^(?:${PATIENT_ID_PREFIX})?(\\d{1,12})$`, 'i').exec(textOf('patientId'))?.[1]
  const emrId = textOf('emrId')
  return {
    names: NAME.test(name) ? [name] : [],
    birthDates: birthDate ? [birthDate] : [],
    emrIds: /^[a-z0-9][a-z0-9/-]{0,29}$/i.test(emrId) && /\d/.test(emrId) ? [emrId] : [],
    patientIds: ownId === undefined ? [] : [Number(ownId)],
    phones: [],
  }
}
