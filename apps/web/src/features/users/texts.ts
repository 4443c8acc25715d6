import { formatCount } from '../../lib/format.ts'

export const loadFailed = 'Error'
export const users = 'Users'
export const totalUsers = (count: number) => `Total Users: ${formatCount(count)}`
export const addUser = 'Add User'
export const searchUsers = 'Search users...'
export const noDataFound = 'No data found'
export const tryAnotherSearch = 'Try another search or clear it.'
export const userDetails = 'User Details'
export const contactInformation = 'Contact Information'
export const role = 'Role'
export const labDetails = 'Lab Details'
export const joinedDate = 'Joined Date'
export const actions = 'Actions'
export const you = '(you)'
export const invited = 'Invited'
export const deactivated = 'Deactivated'
export const moreFor = (name: string) => `More actions for ${name}`
export const resendInvitation = 'Resend Invitation'
export const notLinked = 'Not linked'
export const inviteToLink = 'Send Link to Sign-in Provider'
export const reactivate = 'Reactivate'
export const resetSecondFactor = 'Reset Second Factor'
export const askResetSecondFactor = (name: string) => `Reset the second factor of ${name}?`
export const resetSecondFactorQuestion = (name: string, email: string) =>
  `${name} (${email}) will be signed out everywhere, can sign in with the password alone, and gets an email about it. Make sure that the request really comes from this person, then enter your own password.`
export const deactivate = 'Deactivate'
export const askDeactivate = 'Deactivate user'
export const deactivateQuestion = (name: string) =>
  `${name} will be signed out immediately and can no longer sign in. The name remains on records, and the account can be reactivated.`
export const deactivating = 'Deactivating...'
export const sendingLink = 'Sending Link...'
export const resetPasswordOf = (name: string) => `Reset Password of ${name}`
export const resetPassword = 'Reset Password'
export const askResetPassword = (name: string) => `Reset the password of ${name}?`
export const resetPasswordQuestion = (email: string) =>
  `A link to choose a new password is sent to ${email}. The current password keeps working until the link is used.`
export const sendLink = 'Send Link'
export const linkSent = (name: string) => `The reset link for ${name} was sent`
export const linkSentHint = (email: string) =>
  `Ask the user to look for it at ${email}, also among spam. The current password keeps working until the link is used.`
export const secondFactorRemoved = (name: string) => `${name} signs in with the password alone`
export const secondFactorRemovedHint =
  'The user was signed out everywhere. Ask the user to sign in again and to set up a second factor under Profile.'

export const addUserSubtitle = 'Create an account for a staff member'
export const sendInvitation = 'Send Invitation'
export const createUser = 'Create User'
export const sendingInvitation = 'Sending Invitation...'
export const creatingUser = 'Creating User...'
export const askAddUser = 'Add user'
export const userNotFound = 'User Not Found'
export const noSuchUser = 'There is no such user.'
export const editUser = 'Edit User'
export const loadingUser = 'Loading user'
export const givenTypeNote = (provider: string) =>
  `${provider} gives this role from its groups. Change it there.`
export const ownTypeNote = 'You cannot change your own role. Please ask another Admin.'
export const askSaveChanges = 'Save changes'
export const user = 'User'
export const fullName = 'Full Name'
export const contact = 'Contact'
export const phoneNumber = 'Phone Number'
export const email = 'Email'
export const adminHint = 'Manages users, labs and settings, and sees the patients and reports of every lab.'
export const doctorHint = 'Registers patients and corrects their data, publishes and reads reports.'
export const technicianHint = 'Registers patients, publishes and reads reports.'
export const receptionistHint = 'Registers patients and reads reports.'
export const userType = 'User Type'
export const lab = 'Lab'
export const anyRole = 'Any role'
export const anyLab = 'Any lab'
export const loadingLabs = 'Loading labs...'
export const selectALab = 'Select a lab'
export const labsNotLoaded = 'The labs could not be loaded'
export const noLabsFound = 'No labs found'
export const createNewLab = 'Create New Lab'
export const password = 'Password'
export const howPasswordIsSet = 'How the password is set'
export const setAPasswordNow = 'Set a password now'
export const inviteByMail = 'Invite by email'
export const confirmPassword = 'Confirm Password'
export const passwordHint = (min: number, max: number) =>
  `${min} to ${max} characters: lower and upper case letters, a number and one of @ $ ! % * ? &`
export const invitationHint = (days: number) =>
  `A link to choose a password is sent to the email above and is valid for ${days} days. No one can sign in to the account until then. In a lab that is provider only, the link is for its provider and valid for 3 days.`

export const invitationMoves = (from: string, to: string) =>
  `The invitation sent to ${from} becomes invalid, and a new one is sent to ${to}.`
export const changesOwnEmail = (email: string) =>
  `From now on you sign in with ${email}. You stay signed in here and are signed out everywhere else. Enter your password to save the changes.`
export const signsOut = (name: string) =>
  `${name} will be signed out everywhere and has to sign in again. Save the changes?`
export const signsOutTo = (name: string, email: string) =>
  `${name} will be signed out everywhere and has to sign in again with ${email}. Save the changes?`

export const firstPerson = 'First person'
export const firstPersonHint = 'A Doctor or Technician publishes reports. Others are added the same way.'
export const hasInvitation = 'received an invitation at'
export const canSignIn = 'can sign in with'
export const signInAddress = 'Everyone signs in at'
export const copyAddress = 'Copy Address'

export const REFUSED_MAILS = {
  invitation: 'The mail server refused the invitation',
  reset: 'The mail server refused the password mail',
  notice: 'The mail server refused a notice',
} as const
export const resend = 'Resend'
export const resendTo = (name: string) => `Resend the mail to ${name}`
