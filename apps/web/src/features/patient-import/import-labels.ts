import type { DateOrder, PatientImport } from '@zelab/contract'
import * as texts from './texts.tsx'

export const DATE_ORDERS: readonly { value: DateOrder; label: string }[] = [
  { value: 'ymd', label: texts.yearFirst },
  { value: 'dmy', label: texts.dayFirst },
  { value: 'mdy', label: texts.monthFirst },
]

export const labelOfDateOrder = (order: DateOrder): string =>
  DATE_ORDERS.find(({ value }) => value === order)?.label ?? order

export const patientsToWrite = (
  { rowsTotal, rowsWithErrors, rowsDuplicate }: PatientImport,
  leavesOutDuplicates: boolean,
): number => (rowsTotal ?? 0) - rowsWithErrors - (leavesOutDuplicates ? rowsDuplicate : 0)

/** Screen reader announcement when the state changes; live figures would be announced constantly. */
export const spokenState = ({ state, fileName, ...rows }: PatientImport): string => {
  if (state === 'checking') return texts.checking(fileName)
  if (state === 'writing') return texts.registeringThePatients
  if (state === 'done') return texts.registered(rows.rowsWritten)
  if (state !== 'ready') return ''
  return texts.checked(rows.rowsTotal ?? 0, rows.rowsWithErrors, rows.rowsDuplicate)
}
