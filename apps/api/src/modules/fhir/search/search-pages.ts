import type { Position } from './search-cursor.ts'
import type { Resource, SearchSource } from '../resources/fhir-resource.ts'

/** Statements for a page whose filters leave little of what each of them reads. */
const WINDOWS_MAX = 5

const COUNTED_AT_ONCE = 1_000
const COUNTED_MAX = 10 * COUNTED_AT_ONCE

interface FoundPage {
  resources: Resource[]
  next: Position | undefined
}

/** Reads windows until the page has something. */
export const readPage = async (
  { find, findEnd }: SearchSource,
  count: number,
  first: Position | undefined,
): Promise<FoundPage> => {
  let after = first
  for (let window = 1; ; window++) {
    const found = await find({ limit: count + 1, after })
    const page = found.slice(0, count)
    const resources = page.map(({ resource }) => resource)
    if (found.length > count) return { resources, next: page.at(-1)?.position }
    after = found[0]?.isWhole ? undefined : await findEnd(after)
    if (found.length > 0 || !after || window === WINDOWS_MAX) return { resources, next: after }
  }
}

/** Undefined if there are more than 10,000, or if that many have to be read. */
export const countRecords = async (source: SearchSource): Promise<number | undefined> => {
  let total = 0
  let after: Position | undefined
  for (let read = 0; read < COUNTED_MAX; read += COUNTED_AT_ONCE) {
    const { resources, next } = await readPage(source, COUNTED_AT_ONCE, after)
    total += resources.length
    if (!next) return total
    after = next
  }
  return undefined
}
