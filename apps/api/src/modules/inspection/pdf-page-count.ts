import type { PdfInternals, PdfObjects } from './pdf-internal-types.ts'

const BRANCHES_PER_PAGE = 4

/** Counts leaves like other viewers, because the declared count may differ. Branches may be cyclic. */
export const countPages = (
  { objects, internals }: { objects: PdfObjects; internals: PdfInternals },
  limit: number,
): number => {
  const { Dict, Ref } = internals
  const resolve = (value: unknown) => (value instanceof Ref ? objects.fetch(value) : value)
  const open: unknown[] = [objects.root?.getRaw('Pages')]
  let leaves = 0
  let branches = 0
  while (open.length > 0 && leaves <= limit) {
    const node = resolve(open.pop())
    if (!(node instanceof Dict)) continue
    const children = resolve(node.getRaw('Kids'))
    if (Array.isArray(children)) {
      branches += 1
      if (branches > limit * BRANCHES_PER_PAGE) return Infinity
      for (const child of children.slice(0, limit + 1)) open.push(child)
    } else leaves += 1
  }
  return leaves
}
