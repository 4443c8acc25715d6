import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { invalidField } from '../../../core/app-error.ts'
import type { Encryption } from '../../../platform/encryption.ts'
import type { SearchedType } from './result-parameters.ts'
import type { NamedValue } from './search-parameters.ts'

/** The last record of a page. */
export interface Position {
  /** What the records are sorted by: the last change, unless the client wants another order. */
  sortedAt: string
  id: number
  version: number
}

const SIGNATURE_BYTES = 16
const contentSchema = z.object({
  after: z.object({ sortedAt: z.string(), id: z.int(), version: z.int() }),
  given: z.array(z.tuple([z.string(), z.string()])),
})

const refused = () => invalidField('_cursor', '_cursor: only the links of a search are accepted')

/** Opaque to clients: the parameters of the search, and where its next page begins. */
export const createCursors = ({ sign }: Pick<Encryption, 'sign'>) => {
  const signatureOf = (type: SearchedType, content: string) =>
    sign(Buffer.from(`fhir search\n${type}\n${content}`)).subarray(0, SIGNATURE_BYTES)
  return {
    write(type: SearchedType, given: readonly NamedValue[], after: Position): string {
      const content = JSON.stringify({ after, given })
      return Buffer.concat([signatureOf(type, content), Buffer.from(content)]).toString('base64url')
    },
    read(type: SearchedType, cursor: string): { given: NamedValue[]; after: Position } {
      const bytes = Buffer.from(cursor, 'base64url')
      const content = bytes.subarray(SIGNATURE_BYTES).toString()
      if (bytes.length <= SIGNATURE_BYTES) throw refused()
      if (!timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), signatureOf(type, content))) throw refused()
      return contentSchema.parse(JSON.parse(content))
    },
  }
}
