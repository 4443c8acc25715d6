import type { ReportMark } from '@zelab/contract'
import { inSentence } from '../../lib/format.ts'
import { STATES } from '../../ui/texts.ts'

export const reportType = 'Report Type'
export const reportTitle = 'Report Title'
export const remark = 'Remark'
export const remarkLength = (length: number, max: number) => `Optional, ${length} of ${max} characters`
export const reason = 'Reason'
export const note = 'Note'
export const optional = 'Optional'
export const MARKS: Record<ReportMark, string> = {
  suspended: 'Suspended',
  critical: 'Critical',
  handedOver: STATES.handedOver,
  unpaid: STATES.paymentDue,
}
export const selectAReportType = 'Select a report type'
export const noReportTypeFound = 'No report type found'
export const selectAReason = 'Select a reason'
export const titleNamesType = (title: string, type: string) =>
  `The title says “${inSentence(title)}”, the type is “${inSentence(type)}”`
export const titleOrType = (other: string) =>
  `“${inSentence(other)}” is a separate report type. Cancel and correct the one that is wrong, or continue if both are right.`

export const amendQuestion = (id: number, version: number, usesTwoPersons: boolean) =>
  `This publishes version ${version + 1} of report #${id}. Version ${version} stays readable.${
    usesTwoPersons
      ? ` If a second person has to release its type, version ${version + 1} is published once released.`
      : ''
  }`

export const suspended = 'Suspended: a correction awaits release'
export const loadingFile = 'Loading the file…'
export const nothingToSee = "Can't see the report?"
export const openFileInNewTab = 'Open the file in a new tab'
export const cannotSee = 'Can’t see the file?'
export const openInNewTab = 'Open it in a new tab'

export const wasPublished = (title: string, patient: string) =>
  `“${inSentence(title)}” was published for ${inSentence(patient)}`
export const awaitsRelease = (title: string, patient: string) =>
  `“${inSentence(title)}” for ${inSentence(patient)} awaits release`
export const open = 'Open'
export const sendToPatient = 'Send to Patient'
export const publishAnother = 'Publish Another'
