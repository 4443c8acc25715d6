import type { SealProblem } from '@zelab/contract'
import type { ReactNode } from 'react'
import { formatCount, inSentence } from '../../lib/format.ts'

export const medicalReports = 'Medical Reports'
export const reportsSubtitle = 'View and manage all patient reports'
export const manageReportTypes = 'Manage Report Types'
export const reportFilterType = 'Report type'
export const sortByDate = 'Sort by Date'
export const sortedNewest = 'Sort by Date (Newest)'
export const sortedOldest = 'Sort by Date (Oldest)'
export const reportsFound = (count: number) =>
  count === 1 ? '1 report found' : `${formatCount(count)} reports found`
export const moreReportsFound = (count: number) => `${formatCount(count)}+ reports found`
export const searchReports = 'Search by title, patient, phone or ID'
export const publishedOn = 'Upload date'
export const anyStatus = 'Any status'
export const clearFilters = 'Clear Filters'
export const typeOfId = (id: number | undefined) => `Type ${id}`
export const fileNamed = (title: string) => `${title}.pdf`
export const viewReportOf = (patient: string) => `View the report of ${patient}`
export const downloadReportOf = (patient: string) => `Download the report of ${patient}`
export const viewTitled = (title: string) => `View ${title}`
export const noReportsFound = 'No reports found'
export const noneOfTheseFilters = 'Try another search or clear the filters.'
export const reports = 'Reports'
export const reportTitle = 'Report Title'
export const patient = 'Patient'
export const reportType = 'Report Type'
export const uploadedBy = 'Uploaded By'
export const howPublished = 'Published'
export const automaticReviewed = (source: string, person: string, date: string) =>
  `Automatically from ${source}, reviewed by ${person} on ${date}`
export const automaticNotReviewed = (source: string) => `Automatically from ${source}, not reviewed yet`
export const uploadDate = 'Upload Date'
export const actions = 'Actions'
export const viewReportTip = 'View report'
export const download = 'Download'

export const report = 'Report'
export const reportId = (id: number) => `Report ID: #${id}`
export const superseded = (version: number) => `Superseded · v${version}`
export const patientInformation = 'Patient Information'
export const additionalInformation = 'Additional Information'
export const reportStatus = 'Report Status'
export const reportPreview = 'Report Preview'
export const enlarge = (title: string) => `Enlarge ${title}`
export const firstPageNotLoaded = 'The first page could not be loaded'
export const noFirstPage = 'No preview of this file'
export const noFirstPageHint =
  'It may be a form, use fonts that are not in the file, or be protected by a password. Open the file to see it.'
export const openTheFile = 'Open the File'
export const print = 'Print'
/** In print from the browser's menu. */
export const firstPageOnly = 'First page of the file. To print all pages, use Print on the report page.'
export const STAMPS = { superseded: 'Superseded', withdrawn: 'Withdrawn', suspended: 'Suspended' } as const
export const openInNewTab = 'Open in New Tab'
export const view = 'View'
export const withLetterhead = 'With the lab’s letterhead'
export const originalFile = 'Original file'
export const separateLetterhead =
  'The letterhead is a separate page, because the file is signed or cannot be changed.'
export const verificationSlip = 'Verification slip'
export const publishedUnsealed = 'Published without a seal'
export const sealedWithoutTime = 'Sealed without a timestamp'
export const SEAL_PROBLEMS: Record<SealProblem, string> = {
  'not-readable': 'The key file could not be read.',
  'not-a-p12': 'The key file was not a PKCS #12 file.',
  'wrong-password': 'The password of the key file was wrong.',
  'no-key': 'The key file had no private key.',
  'unsupported-key': 'The key was of a kind that cannot seal reports.',
  expired: 'The key had expired.',
  'not-yet-valid': 'The key was not valid yet.',
  'not-sealable': 'The file could not be sealed.',
  'timestamp-failed': 'The timestamp server did not answer.',
}
export const viewProfile = 'View Profile'
export const fullName = 'Full Name'
export const systemId = 'System ID'
export const emrId = 'EMR ID'
export const registrationDate = 'Registration Date'
export const phone = 'Phone'
export const email = 'Email'
export const status = 'Status'
export const published = 'Published'
export const publishedThenWithdrawn = 'Published, then withdrawn'
export const suspendedHint =
  'The patient and visitors see that the report is being corrected, and no file. Links to it wait.'
export const suspendedBy = (person: string, time: string) => `Suspended by ${person} on ${time}`
export const suspendedBadge = 'Suspended'
export const openCorrection = 'Open the correction'
export const suspendCurrent = 'Suspend the current version until this one is released'
export const suspendCurrentHint =
  'The patient and visitors see that the report is being corrected, and no file.'
export const remarks = 'Remarks'
export const noRemarksProvided = 'No remarks provided'
export const moreActions = 'More actions'
export const withdraw = 'Withdraw'
export const amend = 'Amend'
export const viewReportButton = 'View Report'
export const reportNotFound = 'Report Not Found'
export const reportIdWrong =
  'The report ID might be incorrect, or the report might have been deleted or moved.'
export const contactSupport = 'If you believe this is an error, please contact support or try again later.'
export const readersOpenedBy = 'Opened By'
export const readersHint = 'Who has opened this report'
export const reportNotOpenedYet = 'No one has opened this report yet.'
export const whoOpenedThisReport = 'Who opened this report'
export const openedTimes = (times: number, lastTime: string) =>
  `${times === 1 ? 'Once' : `${formatCount(times)} times`}, last on ${lastTime}`
export const readTheFile = 'Read the file'
export const pageOnly = 'Page only'
export const openTheCurrentVersion = 'Open the Current Version'
export const versionHistory = 'Version History'
export const current = 'Current'
export const isEarlier = (version: number, current: number) =>
  `This is version ${version} of ${current}, not the current one`
export const wasPublished = (person: string, time: string) => `Published by ${person} on ${time}.`
export const wasReplaced = (version: number, time: string, reason: string) =>
  `Replaced by version ${version} on ${time}: ${reason}.`
export const versionNumber = (version: number) => `Version ${version}`
export const openVersion = (version: number) => `Open version ${version}`
export const publishedBy = (person: string, time: string) => `Published by ${person} on ${time}`
export const release = 'Release'
export const releasedBy = (person: string) => `Released by ${person}`
export const releasedAlone = (person: string) => `Released by ${person}, alone on duty`
export const amendedBy = (person: string, time: string) => `Amended by ${person} on ${time}`
export const titleDiffers = 'title'
export const typeDiffers = 'report type'
export const remarkDiffers = 'remark'
export const fileDiffers = 'file'
export const changed = (parts: readonly string[]) => `Changed: ${parts.join(', ')}`
export const open = 'Open'

export const publishReport = 'Publish Report'
export const loadingPatient = 'Loading patient'
export const notPublished = 'The report was not published'
export const checkingTheFile = 'Checking the File...'
export const publishing = 'Publishing...'
export const askPublishTo = (patient: string) => `Publish to ${inSentence(patient)}?`
export const publish = 'Publish'
export const reportDetails = 'Report Details'
export const remark = 'Remark'
export const reportFile = 'Report File'
/** Reserves room for the limit, to avoid a layout shift while it loads. */
export const fileHint = (limitMb: number | undefined) => (
  <>
    PDF, JPG, JPEG or PNG
    <span style={{ visibility: limitMb ? undefined : 'hidden' }}>, up to {limitMb ?? 10} MB</span>
  </>
)
export const uploading = (file: string) => `Uploading ${file}`
export const wasUploaded = (file: string) => `${file} was uploaded`
export const uploadedSoFar = (percent: number, size: string) => `Uploading... ${percent}% of ${size}`
export const checkingFileOf = (size: string) => `${size} · Checking the file...`
export const uploaded = (size: string) => `${size} · Uploaded`
export const removeNamed = (file: string) => `Remove ${file}`
export const megabytes = (count: string) => `${count} MB`
export const kilobytes = (count: number) => `${count} KB`
export const viewFile = 'View File'
export const removing = 'Removing...'
export const chooseNamed = (name: string) => `Choose ${name}`
export const publishForNamed = (name: string) => `Publish for ${name}`
export const publishAnyway = 'Publish Anyway'
export const amendAnyway = 'Amend Anyway'
export const moveAnyway = 'Withdraw and Publish Anyway'

export const dropToPublish = 'Publish a report'
export const dropHint = (limitMb: number | undefined) => (
  <>Drop the file anywhere on this page. Its patient is proposed from the file. {fileHint(limitMb)}</>
)
export const lookingForPatient = 'Looking for the patient in the file...'
export const fileMayName = 'may belong to one of these patients:'
export const fileNamesNoOne = 'names no patient of your lab. Find the patient yourself:'
export const anotherPatient = 'Another patient'
export const discardFile = 'Discard File'
export const proposedPatients = 'Proposed patients'
export const proposedNamed = (name: string) => `Proposed: ${name}`
export const fieldAgrees = (field: string, value: string) => `${field} agrees: ${value}`
export const fieldDiffers = (field: string, value: string) => `${field} differs: ${value} in the file`

export const amendReport = 'Amend Report'
export const withdrawnNotAmendable = 'This report was withdrawn and cannot be amended'
export const openTheReport = 'Open the Report'
export const loadingReport = 'Loading report'
export const amending = 'Amending...'
export const newFile = 'New file'
export const keepTheCurrentFile = 'Keep the Current File'
export const replaceFile = 'Replace File'
export const reason = 'Reason'
export const amendReasonHint = 'Shown in the version history to everyone with access to the report'
export const note = 'Note'
export const askAmend = 'Amend report'
export const whatChanges = 'What changes'
export const before = 'Before'
export const after = 'After'
export const none = 'None'
export const file = 'File'
export const currentFile = 'Current file'
export const currentFileVersion = (version: number) => `Current file, version ${version}`
export const notAmended = 'The report was not amended'
export const openTheNewFile = 'Open the new file'
export const fileDidNotChange = 'Open the unchanged file'
export const amendFailed = 'The report was not amended. Please try again.'

export const withdrawFailed = 'The report was not withdrawn. Please try again.'
export const publishForRight = 'Publish for the right patient'
export const askWithdraw = 'Withdraw report'
export const notWithdrawn = 'The report was not withdrawn'
export const withdrawHint =
  'This removes the report from every list. Users who can withdraw reports can still open it and its file.'
export const publishInSameStep = 'Publish it for the right patient in the same step'
export const rightPatient = 'Right patient'
export const openedByHeading = 'Who has opened this report'
export const goOn = 'Continue'
export const withdrawing = 'Withdrawing...'
export const withdrawReport = 'Withdraw Report'
export const nothingWasChanged = 'Nothing was changed'
export const exchangeHint = (id: number, title: string) =>
  `Report #${id}, ${inSentence(title)}, is withdrawn from the wrong patient and published for the right one. Both happen together, or nothing changes.`
export const moveVisit = 'The order was for the wrong patient: move the visit too'
export const moveVisitHint = (visitId: number, patient: string) =>
  `Visit #${visitId} moves with its referrer, payment and order number, and its link ends. Otherwise it stays with ${patient} and awaits its report again.`
export const wrongPatient = 'Wrong patient'
export const back = 'Back'
export const withdrawAndPublish = 'Withdraw and Publish'
export const thisReportWasWithdrawn = 'This report was withdrawn'
export const withdrawnBy = (person: string, time: string) =>
  `Withdrawn by ${person} on ${time}. It no longer appears in any list.`
export const reportNumber = (id: number) => `report #${id}`
export const republishedAs = (report: ReactNode) => <>Published for the right patient as {report}.</>

export const sentToSystems = 'Sent to Systems'
export const sendAgain = 'Send Again'
export const sendAgainTo = (system: string) => `Send Again to ${system}`
export const isSentAgain = 'The report will be sent again'
export const mayStillShow = 'It may still show this report.'
export const settle = 'Mark as Removed'
export const settleFor = (system: string) => `Mark as Removed at ${system}`
export const settleQuestion = (system: string) =>
  `Confirm only if the recipient told you that ${system} no longer shows this report, or marks it as withdrawn. Your name is recorded.`
