export const FILTERED_LISTS = ['patients', 'reports', 'inbox'] as const
export type FilteredList = (typeof FILTERED_LISTS)[number]
export const SAVED_FILTERS_MAX = 30
export const SAVED_FILTER_NAME_LENGTH = { min: 1, max: 40 } as const
export const SAVED_FILTER_QUERY_LENGTH = 300
/** Parameters of a list that are no saved filter: what is typed may be a patient's name. */
export const UNSAVED_PARAMETERS: readonly string[] = ['search', 'page', 'limit']
