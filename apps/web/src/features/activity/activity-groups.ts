import type { ActivityEntry } from '@zelab/contract'

const MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length

const placeOf = ({ actor, lab, address, at }: ActivityEntry): string =>
  JSON.stringify([actor?.id, lab?.id, address, at.slice(0, MINUTE_LENGTH)])

/** Consecutive entries of one person, lab, network address and minute. */
export const groupActivity = (entries: readonly ActivityEntry[]): ActivityEntry[][] => {
  const groups: ActivityEntry[][] = []
  for (const entry of entries) {
    const [latest] = groups.at(-1) ?? []
    if (latest && placeOf(latest) === placeOf(entry)) groups.at(-1)?.push(entry)
    else groups.push([entry])
  }
  return groups
}
