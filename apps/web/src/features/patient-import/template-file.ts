import { COLUMNS } from './texts.tsx'

/** Saves an empty table with the columns that are understood; the mark in front makes spreadsheets read UTF-8. */
export const saveTemplate = (): void => {
  const header = `\ufeff${COLUMNS.map(({ name }) => name).join(',')}\r\n`
  const address = URL.createObjectURL(new Blob([header], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'patients-template.csv'
  link.click()
  // The browser reads the file only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
