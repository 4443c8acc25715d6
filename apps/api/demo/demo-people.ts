/** Fictional people and labs; the email addresses use a reserved domain. */

export const DEMO_PASSWORD = 'Demo@2026'

export const DEMO_LABS = [
  {
    name: 'Al Noor Diagnostics',
    line1: '14 Corniche Street',
    city: 'Abu Dhabi',
    email: 'hello@alnoor.example',
    phone: '+97126000100',
    slug: 'alnoor',
  },
  {
    name: 'Marina Medical Laboratory',
    line1: '220 Harbour Walk',
    city: 'Dubai',
    email: 'desk@marina.example',
    phone: '+97144000200',
    slug: 'marina',
  },
  {
    name: 'Oasis Pathology Centre',
    line1: '7 Palm Garden Road',
    city: 'Al Ain',
    email: null,
    phone: '+97137000300',
    slug: 'oasis',
  },
] as const

export const DEMO_ADMIN = { name: 'Amina Haddad', email: 'admin@zelab.example' }

export const DEMO_STAFF = [
  { userTypeId: 2, role: 'doctor', names: ['Omar Al Farsi', 'Elena Petrova', 'Samuel Okafor'] },
  { userTypeId: 3, role: 'technician', names: ['Priya Nair', 'Lukas Brandt', 'Hind Al Ketbi'] },
  { userTypeId: 4, role: 'receptionist', names: ['Fatima Zahra', 'Grace Mendoza', 'Yusuf Demir'] },
] as const

export const DEMO_REPORT_TYPES = [
  {
    title: 'Complete Blood Count',
    description: 'Red cells, white cells, haemoglobin and platelets',
    kind: 'pdf',
  },
  { title: 'Lipid Panel', description: 'Cholesterol and triglycerides', kind: 'pdf' },
  { title: 'Thyroid Function', description: 'TSH, free T3 and free T4', kind: 'pdf' },
  { title: 'HbA1c', description: 'Average blood sugar of the last three months', kind: 'pdf' },
  { title: 'Urinalysis', description: null, kind: 'pdf' },
  { title: 'Blood Smear Image', description: 'Photograph of a stained smear', kind: 'jpg' },
  { title: 'Scanned Referral', description: 'Paper received with the sample', kind: 'png' },
] as const

export const GIVEN_NAMES = {
  FEMALE: ['Aisha', 'Mariam', 'Layla', 'Noura', 'Sofia', 'Anjali', 'Chloe', 'Hessa', 'Ingrid', 'Mei'],
  MALE: ['Khalid', 'Rashid', 'Daniel', 'Arjun', 'Mateo', 'Hamad', 'Tariq', 'Viktor', 'Kenji', 'Paul'],
} as const

export const FAMILY_NAMES = [
  'Al Mansoori',
  'Khan',
  'Fernandes',
  'Haddad',
  'Schmidt',
  'Al Suwaidi',
  'Menon',
  'Rossi',
  'Nakamura',
  'Okoye',
  'Al Zaabi',
  'Dubois',
  'Iyer',
  'Kaya',
  'Silva',
] as const

export const STREETS = [
  '12 Palm Street',
  '48 Airport Road',
  '3 Al Wasl Villas',
  '77 Creek View',
  '25 Jasmine Lane',
] as const
export const CITIES = ['Dubai', 'Abu Dhabi', 'Sharjah', 'Al Ain', 'Ajman'] as const
export const REMARKS = [
  'Within the expected range',
  'Please repeat after six weeks',
  'Fasting sample, taken at 08:15',
  'Discussed with the referring doctor by phone',
  null,
  null,
] as const

/** Seeded numbers from 0 up to 1, so that every demo looks the same. */
export const createDice = (seed: number) => {
  let state = seed
  const roll = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return {
    roll,
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(roll() * items.length)] as Item,
  }
}
export type Dice = ReturnType<typeof createDice>
