export const tableView = 'Table view'
export const compactRows = 'Compact rows'
export const columns = 'Columns'
export const fromDate = 'From date'
export const toDate = 'To date'
/** Undefined without a date. */
export const daysChosen = (from: string | undefined, to: string | undefined) =>
  from && to ? `${from} to ${to}` : from ? `from ${from}` : to && `until ${to}`
export const clearFilter = (label: string) => `Clear ${label}`

export const savedFilters = 'Saved Filters'
export const saveFilters = 'Save These Filters…'
export const saveTheseFilters = 'Save These Filters'
export const savedFiltersHint =
  'You find them in this list on every device. What you typed into the search is not saved.'
export const filterName = 'Name'
export const save = 'Save'
export const deleteFilter = (name: string) => `Delete “${name}”`
