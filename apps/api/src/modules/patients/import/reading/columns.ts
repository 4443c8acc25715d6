const COLUMN_NAMES = {
  fullName: [
    'Full Name',
    'Name',
    'Patient Name',
    'Patient Full Name',
    'Patient',
    'الاسم',
    'الاسم الكامل',
    'اسم المريض',
    'الاسم الثلاثي',
  ],
  phone: [
    'Phone',
    'Phone Number',
    'Phone No',
    'Mobile',
    'Mobile Number',
    'Mobile No',
    'Mobile Phone',
    'Telephone',
    'Telephone Number',
    'Tel',
    'Contact Number',
    'Contact No',
    'Cell',
    'Cell Phone',
    'الهاتف',
    'هاتف',
    'رقم الهاتف',
    'الجوال',
    'رقم الجوال',
    'الموبايل',
    'رقم الموبايل',
    'رقم التليفون',
  ],
  dob: ['Date of Birth', 'DOB', 'Birth Date', 'Birthday', 'Born', 'تاريخ الميلاد', 'تاريخ الولادة'],
  gender: ['Gender', 'Sex', 'الجنس', 'النوع'],
  email: ['Email', 'Email Address', 'Mail', 'البريد الإلكتروني', 'البريد', 'الإيميل'],
  emrId: [
    'EMR ID',
    'EMR',
    'EMR No',
    'EMR Number',
    'MRN',
    'Medical Record Number',
    'Medical Record No',
    'File No',
    'File Number',
    'File ID',
    'رقم الملف',
    'رقم الملف الطبي',
  ],
  nationalId: [
    'National ID',
    'National ID No',
    'National ID Number',
    'Emirates ID',
    'Emirates ID No',
    'Emirates ID Number',
    'EID',
    'الهوية',
    'رقم الهوية',
    'الهوية الإماراتية',
    'رقم الهوية الإماراتية',
  ],
  line1: ['Address', 'Address Line 1', 'Address 1', 'Street', 'Street Address', 'العنوان'],
  city: ['City', 'Town', 'المدينة'],
  registrationType: ['Registration Type', 'نوع التسجيل'],
  language: ['Language', 'Preferred Language', 'اللغة', 'اللغة المفضلة'],
  emailConsent: ['Email Consent', 'Consent to Email', 'Consent to Mail', 'الموافقة على البريد الإلكتروني'],
  smsConsent: ['SMS Consent', 'Consent to SMS', 'الموافقة على الرسائل القصيرة'],
  whatsappConsent: ['WhatsApp Consent', 'Consent to WhatsApp', 'الموافقة على واتساب'],
} as const

export type ImportField = keyof typeof COLUMN_NAMES
export const IMPORT_FIELDS = Object.keys(COLUMN_NAMES) as ImportField[]
const REQUIRED_FIELDS: ImportField[] = ['fullName', 'phone', 'dob']

/** Normalizes case, spaces, punctuation, Arabic vowel marks and letter variants. */
const foldName = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]|\u0640/gu, '')
    .replace(/[أإآ]/g, 'ا')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي')

const FIELD_BY_NAME = new Map(
  IMPORT_FIELDS.flatMap((field) => COLUMN_NAMES[field].map((name) => [foldName(name), field] as const)),
)

export const fieldOfColumn = (name: string): ImportField | undefined => FIELD_BY_NAME.get(foldName(name))

export interface Columns {
  byField: Map<ImportField, { index: number; name: string }>
  unknown: string[]
  count: number
}

const LONGEST_SHOWN = 60
const MAX_SHOWN = 50
const MAX_COLUMNS = 1000

const shownName = (name: string) => {
  const text = name.replace(/[\p{Cc}\p{Cs}]/gu, ' ').trim()
  return text.length > LONGEST_SHOWN ? `${[...text].slice(0, LONGEST_SHOWN).join('')}…` : text
}

export interface MissingColumns {
  missing: ImportField[]
  twice: { first: string; second: string } | undefined
}

export const readColumns = (header: string[]): Columns | MissingColumns => {
  const byField: Columns['byField'] = new Map()
  const unknown: string[] = []
  let twice: MissingColumns['twice']
  for (const [index, written] of header.slice(0, MAX_COLUMNS).entries()) {
    const field = fieldOfColumn(written)
    const name = shownName(written)
    const earlier = field && byField.get(field)
    if (earlier) twice ??= { first: earlier.name, second: name }
    else if (field) byField.set(field, { index, name })
    else if (name !== '' && unknown.length < MAX_SHOWN) unknown.push(name)
  }
  const missing = REQUIRED_FIELDS.filter((field) => !byField.has(field))
  if (missing.length > 0 || twice) return { missing, twice }
  return { byField, unknown, count: header.length }
}
