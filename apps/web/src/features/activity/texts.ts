export const emptyAll = 'All user and system activity is listed here.'
export const emptySelf = 'Your own activity is listed here.'
export const emptySystem = 'System activity is listed here.'
export const activityLogs = 'Activity Logs'
export const subtitle = 'Who did what and when, newest first'
export const refresh = 'Refresh'
export const activity = 'Activity'
export const system = 'System'
export const TABS = { all: 'All', self: 'Self', system } as const
export const noActivityFound = 'No activity found'
export const kind = 'Show'
/** Keys are kinds in the address; none shows changes. */
export const KINDS = { '': 'Changes only', views: 'Views of records', all: 'Everything' } as const
export const noAccessHint = 'Each time the record is seen or changed appears here.'
export const anyAction = 'Any action'
export const person = 'Person'
export const anyone = 'Anyone'
export const noUsersFound = 'No users found'
export const action = 'Action'
export const from = 'From'
export const to = 'To'
export const clearFilters = 'Clear Filters'
export const activityNewestFirst = 'Activity, newest first'
export const by = (name: string) => `By ${name}`
export const showMore = (count: number) => `Show ${count} More`
export const showFewer = 'Show Fewer'

export const accessHistory = 'Access history'
export const accessHistoryHint = 'Who viewed this record, opened its files or changed it'
export const hide = 'Hide'
export const show = 'Show'
export const showAll = 'Show All Activity'
export const toggled = (isOpen: boolean, what: string) => `${isOpen ? hide : show} ${what}`
