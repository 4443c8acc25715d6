export const savedFilters = 'Saved Filters'
export const savedAs = (name: string) => `Saved Filters: ${name}`
export const saveFilters = 'Save These Filters…'
export const atMost = (count: number) => `At most ${count} filters can be saved`
export const saveTheseFilters = 'Save These Filters'
export const savedFiltersHint =
  'You find them in this list on every device. What you typed into the search is not saved.'
export const filterName = 'Name'
export const save = 'Save'
export const deleteFilter = (name: string) => `Delete “${name}”`
