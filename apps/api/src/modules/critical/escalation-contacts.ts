import type { SendChannel } from '@zelab/contract'

/** `half` and `target`: the lab's contacts for that step. */
export type ContactTier = 'half' | 'target' | 'doctor' | 'admin'

/** A reachable user who can act. */
export interface EscalationContact {
  id: number
  tier: ContactTier
  channels: SendChannel[]
}

/**
 * The contacts up to the step. Without contacts for the half, the target contacts are notified then too.
 * Without a reachable contact, falls back to every Doctor of the lab, then to every Admin. Doctors are added after one
 * step without an accepted message, Admins after two.
 */
export const contactsOfStep = (
  contacts: readonly EscalationContact[],
  { isOverdue, silentSteps }: { isOverdue: boolean; silentSteps: number },
): EscalationContact[] => {
  const of = (...tiers: ContactTier[]) => contacts.filter(({ tier }) => tiers.includes(tier))
  const half = of('half')
  const told = isOverdue ? of('half', 'target') : half.length > 0 ? half : of('target')
  if (told.length === 0 || silentSteps > 0) told.push(...of('doctor'))
  if (told.length === 0 || silentSteps > 1) told.push(...of('admin'))
  return [...new Map(told.map((contact) => [contact.id, contact])).values()].toSorted(
    (one, other) => one.id - other.id,
  )
}
