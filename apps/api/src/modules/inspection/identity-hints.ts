import { PATIENT_ID_PREFIX } from '@zelab/contract'
import { afterArabicLabel, plainText } from './arabic-labels.ts'
import type { IdentityHints } from './inspection.ts'
import { readWrittenDate } from './written-date.ts'

const MAX_OF_EACH = 20
const LONGEST_NAME = 100

const BIRTH =
  /(?:\bd\.?\s?o\.?\s?b\b\.?|\bdate\s+of\s+birth\b|\bbirth\s?date\b|\bborn\b(?:\s+on\b)?)\s*(?:\([^)]{0,20}\))?\s*[:=\-–]?\s*/gi
const EMR_ID =
  /\b(?:(?:emr|mrn|medical\s+record)(?:\s*(?:id|no|number|#))?|patient(?:'s)?\s*(?:id|no|number|#))\b\.?\s*[:#=]?\s*/gi
const EMR_ID_VALUE = /^(?=[a-z0-9/-]*\d)[a-z0-9][a-z0-9/-]{1,29}\b/i
const NAMED_EMR_ID = /\b(?:emr|mrn)-\d{2,20}\b/gi
const NAME =
  /^(?:patient(?:'s|s)?(?:\s+(?:full\s+)?name)?|(?:full\s+)?name(?:\s+of\s+(?:the\s+)?patient)?)\s*(?:[:=]\s*|$)/i
const NEXT_FIELD =
  /[,;|(]?\s*\b(?:age|sex|gender|male|female|d\.?o\.?b|date|born|birth|mrn|emr|id|no|phone|tel|mobile|email|ref|doctor|physician|sample|specimen|collected|received|report|nationality|lab|visit|file|address|passport)\b.*$/i
const OWN_PATIENT_ID = new RegExp(`\\b${PATIENT_ID_PREFIX}(\\d{1,12})\\b`, 'gi')

const PHONE =
  /\b(?:(?:mobile|phone|telephone|tel|cell|contact)(?:\s*(?:phone|no|number|#))?)\b\.?\s*[:#=]?\s*/gi
const PHONE_VALUE = /^\+?\(?\d[\d\s()./-]{5,24}\d/

const valuesAfter = (label: RegExp, segments: string[], index: number): string[] => {
  const segment = segments[index] ?? ''
  return [...segment.matchAll(label)].map(
    (match) => segment.slice(match.index + match[0].length) || (segments[index + 1] ?? ''),
  )
}

const asName = (value: string): string | undefined => {
  const name = value
    .replace(/[([].*$/, '')
    .replace(NEXT_FIELD, '')
    .trim()
    .replace(/[.,;:،]+$/, '')
  const isName = /^\p{L}[\p{L}\p{M}'’.,\- ]+$/u.test(name) && name.length <= LONGEST_NAME
  return isName ? name : undefined
}

const nameIn = (segments: string[], index: number): string | undefined => {
  const segment = segments[index] ?? ''
  const inArabic = afterArabicLabel.name(segment)
  if (inArabic !== undefined) return asName(inArabic)
  const label = NAME.exec(segment)
  if (!label) return undefined
  // A bare 'Name' is often a table heading, so the next text belongs to another column.
  const hasSign = /[:=]/.test(label[0])
  const isBareHead = !hasSign && !/patient/i.test(label[0])
  const value = segment.slice(label[0].length) || (isBareHead ? '' : (segments[index + 1] ?? ''))
  return asName(value)
}

const distinct = <Value>(values: Value[]): Value[] =>
  [
    ...new Map(values.slice(0, MAX_OF_EACH * 50).map((value) => [JSON.stringify(value), value])).values(),
  ].slice(0, MAX_OF_EACH)

const isDefined = <Value>(value: Value | undefined): value is Value => value !== undefined

export const findIdentityHints = (text: string[]): IdentityHints => {
  const segments = text.map(plainText)
  const indexes = [...segments.keys()]
  return {
    names: distinct(indexes.map((index) => nameIn(segments, index)).filter(isDefined)),
    birthDates: distinct(
      [
        ...indexes.flatMap((index) => valuesAfter(BIRTH, segments, index)),
        ...segments.flatMap(afterArabicLabel.birth),
      ]
        .map(readWrittenDate)
        .filter(isDefined),
    ),
    emrIds: distinct(
      [
        ...indexes.flatMap((index) => valuesAfter(EMR_ID, segments, index)),
        ...segments.flatMap(afterArabicLabel.emrId),
      ]
        .map((value) => EMR_ID_VALUE.exec(value)?.[0])
        .filter(isDefined)
        .filter((id) => !id.toUpperCase().startsWith(PATIENT_ID_PREFIX))
        .concat(segments.flatMap((segment) => segment.match(NAMED_EMR_ID) ?? [])),
    ),
    phones: distinct(
      [
        ...indexes.flatMap((index) => valuesAfter(PHONE, segments, index)),
        ...segments.flatMap(afterArabicLabel.phone),
      ]
        .map((value) => PHONE_VALUE.exec(value)?.[0])
        .filter(isDefined),
    ),
    patientIds: distinct(
      segments.flatMap((segment) => [...segment.matchAll(OWN_PATIENT_ID)].map((match) => Number(match[1]))),
    ),
  }
}
