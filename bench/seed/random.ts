/** A small, fast, seeded generator (mulberry32), so that equal arguments produce equal databases. */
export const createRandom = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    below: (limit: number): number => Math.floor(next() * limit),
    /** Strongly prefers the first items. */
    skewed: <Item>(items: readonly Item[]): Item => items[Math.floor(next() ** 2 * items.length)] as Item,
    one: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item,
  }
}
export type Random = ReturnType<typeof createRandom>
