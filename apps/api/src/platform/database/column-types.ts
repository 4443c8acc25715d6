import pg from 'pg'

type Parse = (text: string) => unknown

// Type OIDs are fixed in PostgreSQL's catalog.
const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182
const TIMESTAMPTZ_ARRAY = 1185

const parseDriverDate = pg.types.getTypeParser(TIMESTAMPTZ, 'text') as Parse

// PostgreSQL's output: sessions run in UTC, and trailing zeros are omitted.
const UTC_MOMENT = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,3}))?\+00$/

function parseMoment(text: string): string {
  const utc = UTC_MOMENT.exec(text)
  if (utc) return `${utc[1]}T${utc[2]}.${(utc[3] ?? '').padEnd(3, '0')}Z`
  const parsed = parseDriverDate(text)
  // `infinity` has no Date, so it stays text.
  return parsed instanceof Date ? parsed.toISOString() : text
}

// The driver's types wrongly declare this object as a function.
const arrayParser = pg.types.arrayParser as unknown as {
  create(text: string, parse: Parse): { parse(): unknown[] }
}

const keepText: Parse = (text) => text

const parsers = new Map<number, Parse>([
  // Ids and counts stay far below 2^53, and strings of digits would concatenate instead of adding.
  [INT8, Number],
  // A JavaScript Date would shift a calendar date across midnight.
  [DATE, keepText],
  [TIMESTAMPTZ, parseMoment],
  [INT8_ARRAY, arrayOf(Number)],
  [DATE_ARRAY, arrayOf(keepText)],
  [TIMESTAMPTZ_ARRAY, arrayOf(parseMoment)],
])

function arrayOf(parse: Parse): Parse {
  return (text) => arrayParser.create(text, parse).parse()
}

/** Per pool or client, so that other users of the driver are unaffected. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): Parse => {
    const own = format === 'binary' ? undefined : parsers.get(oid)
    return own ?? (pg.types.getTypeParser(oid, format) as Parse)
  },
}
