import type { ImportDateOrder, PatientImport } from '@zelab/contract'
import { formatCount } from '../../lib/format.ts'

export const DATE_ORDERS: readonly { value: ImportDateOrder; label: string }[] = [
  { value: 'ymd', label: 'Year first: 1990-12-31' },
  { value: 'dmy', label: 'Day first: 31/12/1990' },
  { value: 'mdy', label: 'Month first: 12/31/1990' },
]

export const labelOfDateOrder = (order: ImportDateOrder): string =>
  DATE_ORDERS.find(({ value }) => value === order)?.label ?? order

/** "1 patient", "1,203 patients". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** How many patients are registered when the import is confirmed like this. */
export const patientsToWrite = (
  { rowsTotal, rowsDuplicate }: PatientImport,
  leavesOutDuplicates: boolean,
): number => (rowsTotal ?? 0) - (leavesOutDuplicates ? rowsDuplicate : 0)

/** The columns that are understood, as the template has them, and what they are called elsewhere. */
export const COLUMNS: readonly { name: string; isRequired?: true; about: string }[] = [
  { name: 'Full Name', isRequired: true, about: '3 to 30 characters. Also: Name, Patient Name, الاسم' },
  {
    name: 'Phone',
    isRequired: true,
    about: 'With its country code, +971… or 00971… Also: Mobile, Telephone, الهاتف',
  },
  {
    name: 'Date of Birth',
    isRequired: true,
    about: 'Year with four digits. Also: DOB, Birth Date, تاريخ الميلاد',
  },
  { name: 'Gender', about: 'Male, Female, Other, M, F. Also: Sex, الجنس' },
  { name: 'Email', about: 'Also: Email Address, البريد الإلكتروني' },
  { name: 'EMR ID', about: '3 to 30 characters. Also: MRN, File No, رقم الملف' },
  { name: 'Address', about: '3 to 50 characters. Also: Address Line 1, Street, العنوان' },
  { name: 'City', about: '3 to 30 characters. Also: Town, المدينة' },
  { name: 'Registration Type', about: '“Import” where there is none' },
]

/** What is read out when the state of an import changes; its figures while it runs would be a stream of words. */
export const spokenState = ({ state, fileName, ...rows }: PatientImport): string => {
  if (state === 'checking') return `Checking ${fileName}`
  if (state === 'writing') return 'Registering the patients'
  if (state === 'done') return `${countOf(rows.rowsWritten, 'patient was', 'patients were')} registered`
  if (state !== 'ready') return ''
  const errors = `${countOf(rows.rowsWithErrors, 'row')} with errors`
  return `The file was checked: ${countOf(rows.rowsTotal ?? 0, 'row')}, ${errors}, ${countOf(rows.rowsDuplicate, 'possible duplicate')}`
}
