import type { PasskeysOffReason, SignInWay } from '@zelab/contract'
import type { ReactNode } from 'react'

export const profile = 'Profile'
export const subtitle = 'Your account details'
export const account = 'Account'
export const accountDetails = 'Account details'
export const emailAddress = 'Email Address'
export const phoneNumber = 'Phone Number'
export const location = 'Location'
export const userType = 'User Type'
export const memberSince = 'Member Since'
export const status = 'Status'
export const active = 'Active'

export const changePassword = 'Change Password'
export const askChangePassword = 'Change password'
export const currentPassword = 'Current Password'
export const newPassword = 'New Password'
export const confirmNewPassword = 'Confirm New Password'
export const passwordHint =
  'At least 8 characters. You stay signed in here and are signed out everywhere else.'
export const changing = 'Changing...'

export const noPassword =
  'Your account has no password: you sign in another way. To set a password, request a link by email.'
export const forgotPassword = 'Forgot password?'

export const howYouSignIn = 'How you sign in'
export const signIn = 'Sign-in'
export const signInHint = 'The ways in which you can sign in'
export const password = 'Password'
export const passkey = 'Passkey'
export const provider = 'Provider'
export const linkedAndUsed = (linkedOn: string, used: ReactNode) =>
  used ? (
    <>
      Linked {linkedOn}, last used {used}
    </>
  ) : (
    `Linked ${linkedOn}, not used yet`
  )
export const linkTo = (name: string) => `Link ${name}`
export const linkHint = (name: string) =>
  `Confirm that it is you. Then sign in at ${name}, and your account here is linked to the one there.`
export const linked = (name: string) => `${name} is linked to your account`
export const unlink = 'Unlink'
export const unlinkFrom = (name: string) => `Unlink ${name}`
export const unlinkHint = (name: string) =>
  `You can no longer sign in with ${name}. You are signed out everywhere else.`

export const whereSignedIn = 'Where you are signed in'
export const signOutOthers = 'Sign Out Others'
export const thisSession = 'This session'
export const signOut = 'Sign Out'
export const signOutOf = (device: string, since: string) => `Sign Out: ${device}, since ${since}`
export const sessionEnded = (device: string) => `Signed out: ${device}`
const WAYS: Record<Exclude<SignInWay, 'provider'>, string> = {
  password: '',
  passkey: ', with a passkey',
  link: ', with a link made on the server',
}
export const addressSince = (
  address: ReactNode,
  time: ReactNode,
  way: SignInWay,
  provider: string | null,
) => (
  <>
    {address}, since {time}
    {way === 'provider' ? `. Signed in with ${provider ?? 'a provider'}` : WAYS[way]}
  </>
)
export const browserOn = (browser: string, system: string) => `${browser} on ${system}`
export const unknownDevice = 'Unknown device'

export const secondFactor = 'Second factor'
export const on = 'On'
export const off = 'Off'
export const roleNeedsSecondFactor = 'Your role needs a second factor'
export const setItUpNow = 'Set it up now to continue.'
export const secondFactorOn =
  'Signing in requires a code from your authenticator app in addition to your password.'
export const secondFactorPasskey =
  'Signing in with your password also requires a passkey, or one of your recovery codes.'
export const secondFactorOff =
  'With an authenticator app on your phone, a stolen password is not enough to sign in.'
export const newRecoveryCodes = 'New Recovery Codes'
export const switchOff = 'Switch Off'
export const setUp = 'Set Up'
export const setUpApp = 'Set Up an Authenticator App'
export const replace = 'Replace'
export const earlierCodesStop = 'The earlier codes stop working. You are signed out everywhere else.'
export const makeNewCodes = 'Create New Codes'
export const switchOffSecondFactor = 'Switch off the second factor'
export const switchOffHint =
  'Signing in will require only your password, or a passkey if you have one. You are signed out everywhere else.'
export const setUpSecondFactor = 'Set up the second factor'
export const setUpHint =
  'Enter your password to continue. Once it is set up, you are signed out everywhere else.'
export const replaceSecondFactor = 'Replace the second factor'
export const replaceHint =
  'Use this for a new phone. Enter your password and a code from the current app or a recovery code. The current app works until the new one is confirmed.'
export const continueSetUp = 'Continue'
export const scanHint =
  'Scan this QR code with an authenticator app, or enter the key below. Then enter the six digits it shows.'
export const qrCode = 'QR code for the authenticator app'
export const switchOn = 'Switch on'
export const recoveryCodes = 'Recovery codes'
/** First line of the downloaded file. */
export const recoveryCodesOf = (productName: string) => `${productName} recovery codes`
export const recoveryCodesHint =
  'Each of these codes signs you in once when you do not have your phone. Store them in a safe place. They are not shown again.'
export const download = 'Download'
export const keptCodes = 'I Have Saved Them'

export const passkeys = 'Passkeys'
export const passkeysHint =
  'Sign in with your fingerprint, face or PIN. A passkey replaces the password and the code.'
export const passkeysOff: Record<PasskeysOffReason, string> = {
  'no-address': 'Passkeys are off: the address of the product is not set (APP_URL).',
  'ip-address':
    'Passkeys are off: the product needs a host name, and its address is an IP address (APP_URL).',
  'not-secure': 'Passkeys are off: the address of the product does not begin with https:// (APP_URL).',
}
export const passkeysUnsupported = 'This browser does not support passkeys.'
export const noPasskeys = 'You have no passkeys yet.'
export const addPasskey = 'Add Passkey'
export const addPasskeyHint =
  'Confirm that it is you. Then your device asks for your fingerprint, face or PIN. You are signed out everywhere else.'
export const passkeyName = 'Name'
export const synced = 'Synced'
export const thisDeviceOnly = 'This device only'
export const formerAddress = 'Former address'
export const formerAddressHint = 'It was added at another address of the product. Please add it again.'
export const addedAndUsed = (added: string, used: ReactNode) =>
  used ? (
    <>
      Added {added}, last used {used}
    </>
  ) : (
    `Added ${added}, not used yet`
  )
export const actionsOf = (name: string) => `Actions: ${name}`
export const rename = 'Rename'
export const renamePasskey = 'Rename passkey'
export const remove = 'Remove'
export const removePasskey = (name: string) => `Remove ${name}`
export const removePasskeyHint =
  'It no longer signs in. Also delete it on your device. You are signed out everywhere else.'
export const passkeyAdded = 'Passkey added'
export const passkeyRemoved = 'Passkey removed'
export const roleNeedsPasskey = 'Your role needs a passkey'
export const addOneNow = 'Add one now to continue.'

export const signature = 'Signature'
export const signatureHint =
  'It appears on the reports that you publish, if the lab’s letterhead includes it.'
export const ownSignature = 'Your signature'
export const noSignature = 'No signature'
export const uploadSignature = 'Upload Signature'
export const replaceSignature = 'Replace Signature'
export const removeSignature = 'Remove Signature'
export const signatureRemoved = 'Signature removed'
export const signatureFileHint = (kb: number) =>
  `PNG or JPEG on a white or transparent ground, up to ${kb} kB.`
