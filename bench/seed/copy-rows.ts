import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Progress } from './progress.ts'

type Cell = string | number | null

// In COPY's text format, a backslash escapes, and tabs and newlines separate.
const escapeCell = (value: Cell): string => {
  if (value === null) return '\\N'
  return typeof value === 'number' ? String(value) : value.replaceAll('\\', '\\\\').replace(/[\n\r\t]/g, ' ')
}

const ROWS_PER_CHUNK = 2000

export const copyRows = async (
  client: pg.Client,
  target: { table: string; columns: string; total: number },
  rows: Iterable<readonly Cell[]>,
  progress: Progress,
): Promise<void> => {
  let done = 0
  function* chunks() {
    let lines: string[] = []
    for (const row of rows) {
      lines.push(row.map(escapeCell).join('\t'))
      if (lines.length < ROWS_PER_CHUNK) continue
      done += lines.length
      progress.show(target.table, done, target.total)
      yield `${lines.join('\n')}\n`
      lines = []
    }
    done += lines.length
    if (lines.length > 0) yield `${lines.join('\n')}\n`
  }
  await pipeline(
    Readable.from(chunks()),
    client.query(copyFrom(`copy ${target.table} (${target.columns}) from stdin`)),
  )
  progress.finish(target.table, done)
}
