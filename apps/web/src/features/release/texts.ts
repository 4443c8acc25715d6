import type { ReleaseList, UnreleasedReport } from '@zelab/contract'
import { inSentence, pluralize } from '../../lib/format.ts'
import * as words from '../../ui/texts.ts'

export const awaitingRelease = 'Awaiting Release'
export const subtitle = 'Reports that a second person checks before they are published'
export const LISTS: Record<ReleaseList, string> = {
  awaiting: 'Awaiting release',
  sentBack: 'Sent back',
  own: 'My reports',
  review: 'To review within 24 hours',
}
export const NOTHING: Record<ReleaseList, string> = {
  awaiting: 'No report awaits release.',
  sentBack: 'No report was sent back.',
  own: 'None of your reports awaits release.',
  review: 'No release needs a review.',
}
export const nothingHint = 'The list refreshes by itself. The sidebar counts what needs your attention.'
export const STATES: Record<UnreleasedReport['state'], string> = {
  awaiting: 'Awaits release',
  returned: 'Sent back',
  released: 'Released',
  discarded: 'Discarded',
}
export const critical = 'Critical'
export const late = words.STATES.late
export const amends = (report: number, version: number) => `Amends version ${version} of report #${report}`
export const suspended = 'Suspended'
export const number = (id: number) => `Report A-${id}`
export const by = 'by'
export const select = (title: string, name: string) => `Select ${title} of ${name}`
export const NOT_SELECTABLE = {
  isUnopened: 'Open a report before you select it.',
  isOwn: 'Another person releases your own report.',
}
export const noMore: Record<ReleaseList, string> = {
  awaiting: 'No more reports to release',
  sentBack: 'No more reports that were sent back',
  own: 'No more reports to correct',
  review: 'No more releases to review',
}
export const neighbors = { previous: 'Previous report', next: 'Next report' }
export const shortcuts = 'In a report that awaits release'
export const keyBack = 'Back to the list'
export const releaseSelected = (count: number) => `Release Selected (${count})`
export const releaseManyTitle = (count: number) => `Release ${pluralize(count, 'report')}`
export const releaseManyMessage = 'They are published for these patients, who can be sent a link.'
export const releaseAnyway = 'Release Anyway'
export const releasing = 'Releasing…'
export const released = (count: number) => `Released ${pluralize(count, 'report')}`
export const reportOf = ({ title, patient }: Pick<UnreleasedReport, 'title' | 'patient'>) =>
  `${inSentence(title)} of ${inSentence(patient.fullName)}`
export const wasReleased = (report: Pick<UnreleasedReport, 'title' | 'patient'>) =>
  `${released(1)}: ${reportOf(report)}`
export const notReleased = (count: number) =>
  count === 1 ? '1 report was not released' : `${count} reports were not released`

export const loading = 'Loading the report…'
export const notFound = 'Report not found'
export const noSuchReport =
  'Only its authors and those who may release it see a report that awaits release. It may also belong to another lab.'
export const report = 'Report'
export const title = 'Title'
export const type = 'Report type'
export const remark = 'Remark'
export const author = 'Author'
export const since = 'Awaits release since'
export const visit = 'Visit'
export const movesVisit = (id: number) => `Visit #${id} moves to this patient with the release`
export const reason = 'Reason'
export const amendment = 'Amendment'
export const earlierReports = 'Earlier reports of this type'
export const version = (version: number) => `version ${version}`
export const publishedVersion = (version: number) => `Published version ${version}`

export const ownWaits = 'Another person releases this report'
export const ownWaitsHint = 'Until then nobody else sees it: not the patient, and no list or search.'
export const sentBackBy = (name: string) => `Sent back by ${name}`
export const correctedSince = (name: string) => `Sent back by ${name}, and corrected`
export const replied = (name: string) => `${name} replied:`
export const replyTo = (name: string) => `Reply to ${name}`
export const replyHint = 'Optional: what you changed, or why it is right'
export const releasedBy = (name: string) => `Released by ${name}`
export const releasedAlone = (name: string) => `Released by ${name}, the author, who was alone on duty`
export const reviewedBy = (name: string) => `Reviewed by ${name}`
export const openReport = 'Open Report'

export const release = 'Release'
export const releaseTitle = 'Release report'
export const releaseMessage = (name: string) =>
  `The report is published for ${name}. The patient can be sent a link.`
export const waitsForFile = 'You can release the report once its file is shown.'
export const releaseAlone = 'Release Alone on Duty'
export const aloneHint = 'You are the author. Another Doctor reviews this release within 24 hours.'
export const sendBack = 'Send Back'
export const sendBackTitle = 'Send back to the author'
export const sendBackHint = 'The author sees the reason, and corrects or discards the report.'
export const sendingBack = 'Sending Back…'
export const takeOver = 'Take Over'
export const takeOverTitle = 'Take over the report'
export const takeOverMessage =
  'You become an author of this report, correct it, and another person releases it.'
export const takingOver = 'Taking Over…'
export const correct = 'Correct'
export const correctTitle = 'Correct report'
export const correctHint = 'The corrected report awaits release again.'
export const saveCorrection = 'Save Correction'
export const newFile = 'Choose Another File'
export const fileStays = 'The file stays as it is.'
export const fileChosen = (name: string) => `New file: ${name}`
export const discardTitle = 'Discard report'
export const discardMessage =
  'The report is not published, and its file is removed. A file from the inbox returns to the inbox.'
export const discardCritical = 'Its critical result ends without a call, which only a Doctor can decide.'
export const discarding = 'Discarding…'
export const discardSuspended = 'The published version becomes visible again.'
export const suspend = 'Suspend the Published Version'
export const suspendTitle = 'Suspend the published version'
export const suspendMessage =
  'The patient and visitors see that the report is being corrected, and no file. Links wait. This ends when the amendment is released or discarded.'
export const suspending = 'Suspending…'
export const lift = 'Lift the Suspension'
export const liftTitle = 'Lift the suspension'
export const liftMessage =
  'The published version becomes visible to the patient again, although its correction awaits release.'
export const lifting = 'Lifting…'
export const isSuspended = 'The published version is suspended'
export const isSuspendedHint = 'The patient sees no file until this amendment is released or discarded.'
export const review = 'Confirm Review'
export const reviewing = 'Confirming…'
export const alone = 'Released alone on duty'
export const aloneSubtitle = 'Doctors who released a report of their own, and the review by another Doctor'
export const aloneReleased = 'Released'
export const aloneReviewed = 'Reviewed within 24 hours'
export const aloneNotReviewed = 'Not reviewed yet'
export const exportAlone = 'Export the releases alone on duty'
export const exportList = 'Export'
export const failed = 'This did not work. Please try again.'

export const countOf = (count: number) => (count >= 200 ? '200+' : String(count))
