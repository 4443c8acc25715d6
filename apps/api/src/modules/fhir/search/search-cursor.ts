import type { SearchedType } from '@zelab/contract'
import { z } from 'zod'
import { invalidField } from '../../../core/app-error.ts'
import { openInAddress, type Encryption } from '../../../platform/encryption.ts'
import type { NamedValue } from './search-parameters.ts'

/** The last record of a page. */
export interface Position {
  /** Time that the records are sorted by: the last change, unless the client wants another order. */
  sortedAt: string
  id: number
  version: number
}

const contentSchema = z.object({
  type: z.string(),
  after: z.object({ sortedAt: z.string(), id: z.int(), version: z.int() }),
  given: z.array(z.tuple([z.string(), z.string()])),
})

const refused = () => invalidField('_cursor', '_cursor: only the links of a search are accepted')

/**
 * The parameters of a search, and where its next page begins. Encrypted, because a page may end at a record that the client
 * may not see.
 */
export const createCursors = (encryption: Pick<Encryption, 'seal' | 'open'>) => ({
  write: (type: SearchedType, given: readonly NamedValue[], after: Position): string =>
    encryption.seal(JSON.stringify({ type, given, after })).toString('base64url'),
  read(type: SearchedType, cursor: string): { given: NamedValue[]; after: Position } {
    const text = openInAddress(encryption, cursor)
    const content = text?.startsWith('{') ? contentSchema.safeParse(JSON.parse(text)).data : undefined
    if (content?.type !== type) throw refused()
    return content
  },
})
