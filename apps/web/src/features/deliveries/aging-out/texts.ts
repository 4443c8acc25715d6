// Patients whose guardians lose access soon
export const agingOut = 'Guardians’ access ends soon'
export const none = 'No patient becomes an adult within 30 days'
export const noneHint = 'Patients with a guardian are listed here for 30 days before the access ends.'
export const patient = 'Patient'
export const born = (day: string) => `Born ${day}`
export const accessEnds = 'Access ends'
export const guardians = 'Guardians'
export const reached = 'Patient’s own contact'
export const canBeReached = 'With consent'
export const cannotBeReached = 'Missing or without consent'
