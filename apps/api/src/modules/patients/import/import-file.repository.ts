import { z } from 'zod'
import { patientImports } from '../../../core/tables.gen.ts'
import type { Queryable } from '../../../platform/database/database.ts'

const SLICE_BYTES = 128 * 1024

const sliceRow = z.object({ slice: patientImports.content })

/** Streams the uploaded file in slices; it is never in memory as a whole. Ends early when it was removed. */
export async function* readContent(db: Queryable, importId: number): AsyncGenerator<Buffer> {
  for (let from = 1; ; from += SLICE_BYTES) {
    const row = await db.maybeOne(
      sliceRow,
      'select substring(content from $2 for $3) as slice from patient_imports where id = $1',
      [importId, from, SLICE_BYTES],
    )
    if (!row?.slice || row.slice.length === 0) return
    yield row.slice
  }
}
