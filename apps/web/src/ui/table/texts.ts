export const tableView = 'Table view'
export const compactRows = 'Compact rows'
export const columns = 'Columns'
export const fromDate = 'From date'
export const toDate = 'To date'
/** Undefined without a date. */
export const daysChosen = (from: string | undefined, to: string | undefined) =>
  from && to ? `${from} to ${to}` : from ? `from ${from}` : to && `until ${to}`
export const clearFilter = (label: string) => `Clear ${label}`
