import type { ReactNode } from 'react'

// The account
export const profile = 'Profile'
export const subtitle = 'Your account as your laboratory knows it'
export const account = 'Account'
export const accountDetails = 'Account details'
export const emailAddress = 'Email Address'
export const phoneNumber = 'Phone Number'
export const location = 'Location'
export const userType = 'User Type'
export const memberSince = 'Member Since'
export const status = 'Status'
export const active = 'Active'

// The password
export const changePassword = 'Change Password'
export const askChangePassword = 'Change password'
export const currentPassword = 'Current Password'
export const newPassword = 'New Password'
export const confirmNewPassword = 'Confirm New Password'
export const passwordHint =
  'At least 8 characters. You stay signed in here; everywhere else you are signed out.'
export const cancel = 'Cancel'
export const changing = 'Changing...'

// Where one is signed in
export const whereSignedIn = 'Where you are signed in'
export const signOutOthers = 'Sign out others'
export const thisSession = 'This session'
export const addressSince = (address: ReactNode, time: ReactNode) => (
  <>
    {address}, since {time}
  </>
)
export const browserOn = (browser: string, system: string) => `${browser} on ${system}`
export const unknownDevice = 'Unknown device'

// The second factor
export const secondFactor = 'Second factor'
export const on = 'On'
export const off = 'Off'
export const roleNeedsSecondFactor = 'Your role needs a second factor'
export const setItUpNow = 'Set it up now to go on working.'
export const secondFactorOn = 'Signing in needs a code of your authenticator app besides the password.'
export const secondFactorOff =
  'With an authenticator app on your phone, a stolen password alone opens nothing.'
export const newRecoveryCodes = 'New recovery codes'
export const switchOff = 'Switch off'
export const setUp = 'Set up'
export const replace = 'Replace'
export const earlierCodesStop = 'The earlier codes stop working. You are signed out everywhere else.'
export const makeNewCodes = 'Make new codes'
export const switchOffSecondFactor = 'Switch off the second factor'
export const switchOffHint = 'Signing in will need only your password. You are signed out everywhere else.'
export const setUpSecondFactor = 'Set up the second factor'
export const setUpHint =
  'Enter your password to continue. Once it is set up, you are signed out everywhere else.'
export const replaceSecondFactor = 'Replace the second factor'
export const replaceHint =
  'Use this for a new phone. Enter your password and a code of the present app or a recovery code; the present app works until the new one is confirmed.'
export const continueSetUp = 'Continue'
export const scanHint =
  'Scan this picture with an authenticator app, or type the key below into it. Then enter the six digits it shows.'
export const qrCode = 'QR code for the authenticator app'
export const authenticationCode = 'Authentication Code'
export const switchOn = 'Switch on'
export const recoveryCodes = 'Recovery codes'
/** The first line of the file that keeps the codes. */
export const recoveryCodesOf = (productName: string) => `${productName} recovery codes`
export const recoveryCodesHint =
  'Each of these codes signs you in once when you do not have your phone. Keep them in a safe place: they are not shown again.'
export const download = 'Download'
export const keptCodes = 'I have kept them'
