export const reports = 'Reports'
export const registrations = 'Registrations'
export const others = (count: number) => `Others (${count})`
export const weekOf = (day: string) => `Week of ${day}`
