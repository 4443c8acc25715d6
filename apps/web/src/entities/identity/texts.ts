export const confirmIdentity = 'Confirm that it is you'
export const confirmIdentityText = 'You signed in more than 15 minutes ago. Confirm that it is you to go on.'
export const confirm = 'Confirm'

export const signInWithPasskey = 'Sign in with a passkey'
export const signInHint = 'Your fingerprint, face or PIN'
export const usePasskey = 'Use a passkey'
export const recoveryCode = 'Recovery Code'
export const confirmedByPasskey = 'Confirmed with your passkey'
export const notConfirmed = 'The passkey was not confirmed. Please try again, or use your password.'
export const alreadyOnDevice = 'This device already has a passkey of your account.'
export const unsuitableDevice = 'This device has no passkeys that ask for a fingerprint, face or PIN.'
export const wrongAddress =
  'The browser does not allow passkeys at this address. Please tell your administrator.'
export const failed = 'The passkey could not be used on this device. Please use your password.'

export const passkeyDue = (date: string) => `From ${date}, your role needs a passkey`
export const passkeyDueHint = 'With a passkey, you sign in with your fingerprint, face or PIN.'
export const addPasskeyNow = 'Add a passkey'
