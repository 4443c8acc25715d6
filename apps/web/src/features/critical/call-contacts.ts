import type { CalledPerson, CriticalCall, CriticalOfReport } from '@zelab/contract'

type PastCall = Pick<CriticalCall, 'person' | 'role' | 'phone' | 'outcome'>

const digitsOf = (phone: string | null) => phone?.replaceAll(' ', '')

const isSame = (one: CalledPerson, other: CalledPerson) =>
  one.person === other.person && digitsOf(one.phone) === digitsOf(other.phone)

/** Whom to call: those called before, the last one first, then the referrer. A wrong number is not called again. */
export const contactsOf = (
  referrer: CriticalOfReport['referrer'],
  calls: readonly PastCall[],
): CalledPerson[] => {
  const known: PastCall[] = calls.toReversed()
  const wrong = known.filter(({ outcome }) => outcome === 'wrong-number')
  const all: CalledPerson[] = [
    ...known.map(({ person, role, phone }) => ({ person, role, phone })),
    ...(referrer ? [{ person: referrer.name, role: referrer.role, phone: referrer.phone }] : []),
  ]
  return all.filter(
    (one, index) =>
      !wrong.some((other) => isSame(one, other)) && all.findIndex((other) => isSame(one, other)) === index,
  )
}
