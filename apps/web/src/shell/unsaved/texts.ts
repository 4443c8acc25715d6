export const title = 'Leave this page?'
export const message = 'What you typed on this page has not been saved and will be lost.'
export const leave = 'Leave Page'
