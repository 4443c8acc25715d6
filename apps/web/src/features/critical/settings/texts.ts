export const criticalResults = 'Critical results'
export const use = 'Use critical results'
export const useHint =
  'Reports can be flagged as critical. A clock runs until a call is read back, and the patient gets no message before.'
export const uses = 'Used'
export const on = 'Yes'
export const off = 'No'
export const target = 'Target'
export const minutes = (count: number) => `${count} minutes`
export const halfway = 'Told after half of the target'
export const overdue = 'Told after the whole target'
export const overdueHint = 'Together with those above, then every 15 minutes.'
export const everyDoctor = 'Every Doctor of the lab'
export const nobody = 'Nobody else'
export const sameAsOverdue = 'Those told after the whole target'
export const halfwayHint =
  'When nobody is chosen, those below are told then too. Without anyone who can be reached, every Doctor of the lab is told, then every Admin.'
export const channels = 'By email and, with an SMS gateway, by SMS. Messages have no health data.'
export const noneFound = 'Nobody found'
