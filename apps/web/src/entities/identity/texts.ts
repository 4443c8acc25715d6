export const confirmIdentity = 'Confirm that it is you'
export const confirmIdentityText = 'You signed in more than 15 minutes ago. Confirm that it is you to go on.'
export const confirm = 'Confirm'

export const signInWithPasskey = 'Sign in with a passkey'
export const signInHint = 'Your fingerprint, face or PIN'
export const usePasskey = 'Use a Passkey'
export const recoveryCode = 'Recovery Code'
export const confirmedByPasskey = 'Confirmed with your passkey'
export const notConfirmed = 'The passkey was not confirmed. Please try again, or use your password.'
export const alreadyOnDevice = 'This device already has a passkey of your account.'
export const unsuitableDevice = 'This device has no passkeys that ask for a fingerprint, face or PIN.'
export const wrongAddress =
  'The browser does not allow passkeys at this address. Please tell your administrator.'
export const failed = 'The passkey could not be used on this device. Please use your password.'

export const signInWith = (provider: string) => `Sign in with ${provider}`
export const confirmWith = (provider: string) => `Confirm with ${provider}`
export const confirmedBy = (provider: string) => `Confirmed with ${provider}`
export const waitingForWindow = (provider: string) =>
  `Continue in the window of ${provider}. If it is closed, select the button again.`
export const windowBlocked =
  'The browser blocked the second window. Please allow pop-up windows for this page and try again.'
export const providerFailed = 'The provider did not confirm that it is you. Please try again.'
export const doesNotAnswer = (provider: string) =>
  `${provider} does not answer. Try again, or call your administrator.`
export const confirmFirst = 'Please confirm that it is you with one of the buttons.'

export const passkeyDue = (date: string) => `From ${date}, your role needs a passkey`
export const passkeyDueHint = 'With a passkey, you sign in with your fingerprint, face or PIN.'
export const addPasskeyNow = 'Add a Passkey'
