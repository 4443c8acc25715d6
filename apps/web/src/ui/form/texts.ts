export const optional = 'Optional'
export const advanced = 'Advanced'
export const password = 'Password'
export const authenticationCode = 'Authentication Code'
export const authenticationCodeHint = 'Six digits from your authenticator app, or a recovery code'
export const openCalendar = 'Open calendar'
export const calendar = 'Calendar'
export const dateExpected = (order: string) => `Please enter the date as ${order}`
export const timeExpected = (example: string) => `Please enter the time as ${example}`
export const yearNeedsFourDigits = 'The year needs four digits.'
export const discardTitle = 'Discard your input?'
export const discardMessage = 'What you typed in this dialog has not been saved and will be lost.'
export const discard = 'Discard'
export const typedIsBack = 'Your unsaved input has been restored.'
export const hidePassword = 'Hide password'
export const showPassword = 'Show password'
export const clearSearch = 'Clear search'
export const chooseFile = 'Choose File'
export const dragFileHere = 'Drag a file here, or'
export const uploading = 'Uploading...'
export const remove = 'Remove'
export const removeNamed = (name: string) => `Remove ${name}`
export const pictureNotLoaded = 'The picture could not be loaded.'
export const chooseFromList = 'Choose an entry of the list'
export const searching = 'Searching…'
export const labTime = 'Lab time'
export const oneFileOnly = (count: number) =>
  `Only one file fits here. Please drop one of the ${count} files.`
