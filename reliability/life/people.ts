import type { Person } from './world.ts'

const GIVEN = [
  'Anna',
  'Bashir',
  'Carla',
  'Dina',
  'Emil',
  'Farah',
  'Georg',
  'Huda',
  'Ivan',
  'Jana',
  'Karim',
  'Lina',
]
const FAMILY = [
  'Keller',
  'Noor',
  'Rossi',
  'Haddad',
  'Novak',
  'Saleh',
  'Weber',
  'Aziz',
  'Costa',
  'Lund',
  'Omar',
]
/** Their check digits are right. */
export const LOINC_CODES = ['58410-2', '718-7', '2345-7', '4548-4', '2093-3', '3016-3', '24323-8', '57021-8']

type Random = () => number

export const pick = <One>(random: Random, list: readonly One[]): One | undefined =>
  list[Math.floor(random() * list.length)]

export const one = <One>(random: Random, list: readonly One[]): One => {
  const found = pick(random, list)
  if (found === undefined) throw new Error('Nothing to choose from')
  return found
}

let serial = 0
/** Unique in this process. */
export const nextNumber = (): string => String(++serial).padStart(6, '0')

export const newName = (random: Random): string => `${one(random, GIVEN)} ${one(random, FAMILY)}`

export const newBirthDate = (random: Random): string =>
  new Date(Date.UTC(1940 + Math.floor(random() * 60), 0, 1 + Math.floor(random() * 365)))
    .toISOString()
    .slice(0, 10)

export const newNationalId = (): string => `784${nextNumber().padStart(12, '0')}`

export const newPerson = (random: Random): Person => {
  const number = nextNumber()
  return {
    ...{ fullName: newName(random), dob: newBirthDate(random), emrId: `EMR-${number}` },
    ...{ gender: random() < 0.5 ? 'FEMALE' : 'MALE', phone: `+97150${number.padStart(7, '0')}` },
    nationalId: random() < 0.5 ? newNationalId() : null,
  }
}

/** As the forms of a patient send it. */
export const personFields = ({ nationalId, emrId, gender, ...person }: Person) => ({
  ...person,
  ...{ nationalId, emrId, gender },
  address: { line1: '12 Palm Street', city: 'Dubai' },
})

let visitors = 0
/** Address of another visitor, as a proxy states it. */
export const newAddress = (): string => {
  visitors += 1
  return `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`
}
