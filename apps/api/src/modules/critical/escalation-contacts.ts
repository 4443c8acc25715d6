import type { SendChannel } from '@zelab/contract'

/** `half` and `target`: named by the lab for that step. */
export type ContactTier = 'half' | 'target' | 'doctor' | 'admin'

/** A user who can be reached and can act. */
export interface EscalationContact {
  id: number
  tier: ContactTier
  channels: SendChannel[]
}

/**
 * Everybody named up to the step. When nobody is named for the half, those named for the target are told then too.
 * Without a named person who can be reached, every Doctor of the lab is told, and without them every Admin; so are the
 * Doctors after one step of which no message was accepted, and the Admins after two.
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
