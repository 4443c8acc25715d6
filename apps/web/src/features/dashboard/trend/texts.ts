export const title = 'Last 30 Days'
