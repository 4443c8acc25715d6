import * as REFUSAL from './refusal-messages.ts'
import * as VALIDATION from './validation-messages.ts'

/** Texts shared by server and screens, verbatim from the specification where it defines them. */

// Modules instead of objects, so that screens do not load server-only texts.
export { REFUSAL, VALIDATION }

export type RefusalCode = keyof typeof REFUSAL

export const fileTooLarge = (limitMb: number): string =>
  `The file is larger than ${limitMb} MB. Please upload a smaller file.`

export const SUCCESS = {
  login: 'Login successful',
  logout: 'Logout successful',
  backupsOn: 'Backups are on. The first one is being made.',
  backupsOff: 'Backups are off',
  sessionEnded: 'The session was ended',
  reportPublished: 'Report published successfully',
  reportAwaitsRelease: 'Report awaits release by a second person',
  reportReleased: 'Report released successfully',
  reportSentBack: 'Report sent back to its author',
  reportCorrected: 'Report corrected. It awaits release again.',
  reportTakenOver: 'You are an author of this report now. Please correct it.',
  reportDiscarded: 'Report discarded',
  reportSuspended: 'Published version suspended',
  suspensionLifted: 'The published version is visible again',
  releaseReviewed: 'Release reviewed',
  identityConfirmed: 'Identity confirmed',
  reportTypeAdded: 'Report type added successfully',
  providerAdded: 'Provider added successfully',
  providerRemoved: 'Provider removed successfully',
  providerAnswers: 'The provider answers',
  providerUnlinked: 'Provider unlinked',
  signInOpened: 'Passwords and passkeys work again for now',
  resetLinkSent: 'Password reset link sent successfully',
  passwordReset: 'Password reset successfully',
  userAdded: 'User added successfully',
  labAdded: 'Lab added successfully',
  patientAdded: 'Patient added successfully',
  saved: 'Changes saved successfully',
  labDeleted: 'Lab deleted successfully',
  reportTypeDeleted: 'Report type deleted successfully',
  reportWithdrawn: 'Report withdrawn successfully',
  passwordChanged: 'Password changed successfully',
  othersSignedOut: 'All other sessions were signed out',
  secondFactorOn: 'Second factor switched on',
  secondFactorOff: 'Second factor switched off',
  secondFactorReplaced: 'Second factor replaced',
  secondFactorReset: 'Second factor reset',
  fileUploaded: 'File uploaded successfully',
  fileRemoved: 'File removed successfully',
  reportAmended: 'Report amended successfully',
  reportReassigned: 'Report withdrawn and published for the right patient',
  patientDeleted: 'Patient deleted successfully',
  patientsMerged: 'Patient records merged successfully',
  mergeUndone: 'The merge was undone',
  holdPlaced: 'Legal hold placed',
  holdLifted: 'Legal hold lifted',
  userDeactivated: 'User deactivated',
  userReactivated: 'User reactivated',
  userInvited: 'Invitation sent successfully',
  logoRemoved: 'Logo removed',
  testMailSent: 'Test email sent. Check your inbox.',
  backupQueued: 'The backup will start in a moment',
  inboxRejected: 'Item rejected',
  inboxRestored: 'Item put back into the inbox',
  importCancelled: 'Import canceled. No patients were registered.',
} as const

export const CONFIRM = {
  publish: 'Are you sure? you want to publish this report? This action is irreversible.',
  addUser: (name: string) => `Are you sure? you want to add ${name}? This action is irreversible.`,
  addLab: (name: string) => `Are you sure you want to add ${name} lab? This action is irreversible.`,
  addReportType: (title: string) =>
    `Are you sure you want to add ${title} report type? This action is irreversible.`,
  logout: 'Are you sure you want to logout?',
  duplicatePhone: (name: string) =>
    `This phone number is already associated with ${name}. Do you want to proceed?`,
} as const
