import type { ReactNode } from 'react'
import { pluralize, formatCount, inSentence } from '../../lib/format.ts'

export const patientDashboard = 'Patient Dashboard'
export const importIt = 'Import'
export const addNew = 'Add New'
export const addNewPatient = 'Add New Patient'
/** For metrics of the current page. */
export const ofThisPage = (rows: number) => `Of ${formatCount(rows)} on this page`
export const matching = 'Matching the filters'
export const patientFigures = 'Patient figures'
export const totalPatients = 'Total Patients'
export const registeredPatients = 'Registered patients'
export const completeProfiles = 'Complete Profiles'
export const fullyRegistered = 'Fully registered'
export const incompleteProfiles = 'Incomplete Profiles'
export const pendingCompletion = 'Pending completion'
export const clearFilters = 'Clear Filters'
export const patients = 'Patients'
export const searchPatients = 'Search patients...'
export const status = 'Status'
export const filterRegistrationType = 'Registration type'
export const all = 'All'
export const gender = 'Gender'
export const similarName = 'Similar name'
export const similarNames = (exact: number, similar: number) =>
  exact === 0
    ? `No exact match, ${formatCount(similar)} with a similar name`
    : `${pluralize(exact, 'exact match', 'exact matches')} and ${formatCount(similar)} with a similar name`
export const noPatientsFound = 'No patients found'
export const tryAnotherSearchOrClear = 'Try another search or clear the filters.'
export const id = 'ID'
export const fullName = 'Full Name'
export const contactInformation = 'Contact Information'
export const personalDetails = 'Personal Details'
export const emrId = 'EMR ID'
export const nationalId = 'Emirates ID'
export const nationalIdHint = '15 digits, as in 784-1990-1234567-6'
export const wrongCheckDigit = 'The last digit does not fit the others. Compare with the card.'
export const moreFields = 'More fields'
export const registrationInfo = 'Registration Info'
export const actions = 'Actions'
export const viewProfile = 'View Profile'
export const publishReport = 'Publish Report'
export const viewProfileOf = (name: string) => `View profile of ${name}`
export const editNamed = (name: string) => `Edit ${name}`
export const publishReportFor = (name: string) => `Publish report for ${name}`
export const emrIdIs = (emrId: ReactNode) => <>EMR ID {emrId}</>
export const bornWithAge = (date: string, years: number) => `${date} (${pluralize(years, 'year')})`
export const lastUpdatedOn = (date: string) => `Last updated: ${date}`
export const male = 'Male'
export const female = 'Female'
export const other = 'Other'
export const complete = 'Complete'
export const incomplete = 'Incomplete'
export const missingForCompletion = (fields: string[]) => `Missing: ${fields.join(', ')}`

export const phoneNumber = 'Phone Number'
export const email = 'Email'
export const dateOfBirth = 'Date of Birth'
export const streetAddress = 'Street Address'
export const city = 'City'
export const registrationType = 'Registration Type'

export const patientRegistration = 'Patient Registration'
export const patientNotRegistered = 'The patient was not registered'
export const registerAndPublish = 'Register & Publish Report'
export const registerAndReturn = 'Register and Return'
export const forInboxItem = 'For a file in the inbox'
export const backToInboxItem =
  'What the file says about the patient is filled in. Compare it with the file. After the registration you return to the file.'
export const registerPatient = 'Register Patient'
export const registering = 'Registering...'
export const wasRegistered = (id: string, name: string | undefined) =>
  name === undefined ? `${id} is registered` : `${id}, ${inSentence(name)}, is registered`
export const registerAnother = 'Register Another'
export const phoneNumberAlreadyInUse = 'Phone number already in use'
export const morePatientsWithPhone = (count: number) =>
  count === 1
    ? 'Another patient also has this number.'
    : `${formatCount(count)} other patients also have this number.`
export const openNamed = (name: string) => `Open ${name}`
export const differentPerson = 'This is a different person'
export const notKnown = 'Not known'
export const selectGender = 'Select gender'
export const patient = 'Patient'
export const optional = 'Optional'
export const address = 'Address'
export const registrationNotPossible = 'Registration not possible'
export const noPatientNoLab = 'No patient was registered because your account has no lab.'
export const whoRegisters = 'A Doctor, Technician or Receptionist of a lab can register patients.'
export const addUser = 'Add a User'
export const ok = 'OK'
export const similarNameAndBirth = 'Similar name, same date of birth'
export const sameEmrId = 'Same EMR ID'
export const sameNationalId = 'Same Emirates ID'
export const sameEmail = 'Same email'
export const samePhone = 'Same phone'
export const otherPossibleDuplicates = 'These records may also be the same person:'
export const possibleDuplicates = 'Possible duplicates'
export const checkDuplicates =
  'Please check whether one of these records is the same person. Records open in a new tab.'
export const decideDuplicates =
  'If one of these records is the same person, use it and do not register the patient again. Records open in a new tab.'
export const checkSameEmail =
  'These records have the same email, which families may share. If one of them is the same person, use it and do not register the patient again. Records open in a new tab.'
export const decisionMissing =
  'Open the record and use it, or confirm that this is a different person. The patient is not registered yet.'
export const dismiss = 'Dismiss'
export const editPatient = 'Edit Patient'
export const loadingPatient = 'Loading patient'
export const changesNotSaved = 'The changes were not saved'
export const changedByAnotherUser = 'Another user changed this record in the meantime'
export const conflictHint =
  'Your entries are still here. Fields that you did not change show the new values. Review them and save again.'
export const fieldIsNow = (field: string, value: ReactNode, entered: ReactNode) => (
  <>
    {field} is now {value}
    {entered && <>, you entered {entered}</>}
  </>
)
export const takeNewValue = 'Use New Value'

export const patientDetails = 'Patient Details'
export const wasMergedHere = (id: string) => `${id} was merged into this record`
export const merge = 'Merge'
export const deletePatient = 'Delete patient'
export const deleteQuestion = (name: string, id: string) =>
  `Are you sure you want to delete ${name} (${id})? The record and the history of its changes will be lost. This action is irreversible.`
export const deleting = 'Deleting...'
export const patientNotDeleted = 'The patient was not deleted'
export const personalInformation = 'Personal Information'
export const systemId = 'System ID'
export const profileStatus = 'Profile Status'
export const completed = 'Completed'
export const notSpecified = 'Not Specified'
export const registeredOn = 'Registered On'
export const registeredBy = 'Registered By'
export const unknown = 'Unknown'
export const noRole = 'No Role'
export const lastUpdated = 'Last Updated'
export const medicalReports = 'Medical Reports'
export const patientReportsSubtitle = 'View and download patient medical reports'
export const newReport = 'New Report'
export const noReportsFound = 'No reports found'
export const noReportsHint = 'Reports appear here once they are published.'
export const medicalReportsTable = 'Medical reports'
export const title = 'Title'
export const remark = 'Remark'
export const uploadDate = 'Upload Date'
export const viewReport = 'View report'
export const viewTitled = (title: string) => `View ${title}`
export const downloadTitled = (title: string) => `Download ${title}`
export const changed = 'Changed'
export const mergedWithAnotherRecord = 'Merged with another record'
export const mergeUndone = 'Merge undone'
export const changes = 'Changes'
export const changesHint = 'Previous values, who changed them and when'
export const hide = 'Hide'
export const show = 'Show'
export const toggled = (isOpen: boolean, what: string) => `${isOpen ? hide : show} ${what}`
export const neverChanged = 'This record has not been changed since its registration'
export const neverChangedHint = 'Each change appears here, with its time and who made it.'
export const changedBy = (change: ReactNode, person: ReactNode) => (
  <>
    {change} by {person}
  </>
)
export const changesNewestFirst = 'Changes, newest first'

export const retention = 'Retention'
export const retentionHint = 'How long these records are kept, and an export for the patient'
export const liftLegalHold = 'Lift Legal Hold'
export const placeLegalHold = 'Place Legal Hold'
export const exportRecord = 'Export Record'
export const legalHoldsNewestFirst = 'Legal holds, newest first'
export const heldRule = 'Kept until the legal hold is lifted. Nothing can be deleted or merged.'
export const keptButNone = (years: number) =>
  `Reports are kept for ${pluralize(years, 'year')}. There are no reports yet.`
export const keptUntil = (date: string, years: number) =>
  `Kept until ${date} at least: ${pluralize(years, 'year')} after the latest report.`
export const placedBy = (person: ReactNode, time: string) => (
  <>
    Placed by {person} on {time}
  </>
)
export const liftedBy = (person: ReactNode, time: string, reason: string) => (
  <>
    Lifted by {person} on {time}: {reason}
  </>
)
export const lifted = 'Lifted'
export const legalHold = 'Legal hold'
export const askLiftHold = 'Lift legal hold'
export const askPlaceHold = 'Place legal hold'
export const liftHoldHint =
  'The records can be deleted and merged again under the usual rules. The hold remains in the history.'
export const placeHoldHint = 'Until the hold is lifted, this patient’s records cannot be deleted or merged.'
export const reason = 'Reason'
export const liftHold = 'Lift Hold'
export const placeHold = 'Place Hold'

export const mergePatientRecords = 'Merge Patient Records'
export const mergeSubtitle = 'Combine two records of the same person. All reports end up in one record.'
export const loadingBothRecords = 'Loading both records'
export const cannotBeMerged = 'These records cannot be merged'
export const theOtherRecord = 'The other record'
export const whichRecord = (name: string, id: string) => `Which record is the same person as ${name} (${id})?`
export const searchOtherRecord = 'Search by name, ID, phone or email...'
export const noPossibleDuplicates = 'No possible duplicates'
export const searchAbove = 'Search for the other record above.'
export const foundRecords = 'Found records'
export const tryAnotherSearch = 'Try another search.'
export const onlyFirst = (count: number) =>
  `Only the first ${count} are shown. Type more to narrow the search.`
export const chooseRecord = (name: string, id: string) => `Choose ${name}, ${id}`
export const choose = 'Choose'
export const chooseAnotherRecord = 'Choose Another Record'
export const languageAndConsent = 'Language and consent'
export const CONSENTS = { email: 'mail', sms: 'SMS', whatsapp: 'WhatsApp' } as const
export const noConsent = 'no consent'
export const recordThatStays = 'Record that stays'
export const recordThatGoes = 'Record that is merged into it'
export const reports = 'Reports'
export const registered = 'Registered'
export const reportsWithWithdrawn = (count: number, withdrawn: number) =>
  pluralize(count, 'report') + (withdrawn > 0 ? `, ${withdrawn} of them withdrawn` : '')
export const openInNewTab = (id: string) => `Open ${id} in a new tab`
export const open = 'Open'
export const notMerged = 'The records were not merged'
export const compareBothRecords = 'Compare both records'
export const pickWhatIsRight = 'Choose the correct value wherever they differ'
export const whatHappens = 'What happens'
export const whatGoes = (from: string, to: string, reports: string | undefined) =>
  reports === undefined ? 'No reports will move.' : `Moving from ${from} to ${to}: ${reports}.`
export const leavesLists = (from: string, to: string) =>
  `${from} disappears from all lists. Its ID then opens ${to}.`
export const mergeCanBeUndone = 'The merge is logged and can be undone.'
export const merging = 'Merging...'
export const mergeRecords = 'Merge Records'
export const askMergeRecords = 'Merge records'
export const mergeQuestion = (from: string, into: string, reports: string | undefined) =>
  `Are you sure you want to merge ${from} into ${into}? ${reports === undefined ? 'No reports will move.' : `This moves ${reports}.`}`
export const mergedRecords = 'Merged Records'
export const mergedRecordsHint = 'Records of the same person that were merged into this one'
export const mergedRecordsNewestFirst = 'Merged records, newest first'
export const askUndoMerge = 'Undo merge'
export const mergedBy = (person: ReactNode, time: string, reports: number) => (
  <>
    By {person} on {time} · {reports === 0 ? 'no reports moved' : `${pluralize(reports, 'report')} moved`}
  </>
)
export const undoQuestion = (id: string, name: string, reports: number) =>
  `Are you sure you want to undo this merge? ${id} (${name}) becomes a separate record again${reports === 0 ? '' : ` and gets back ${pluralize(reports, 'report')}`}. Reports published and values changed since the merge stay here.`
export const undoMergeOf = (id: string) => `Undo Merge of ${id}`
export const undoMerge = 'Undo Merge'
export const undoing = 'Undoing...'
export const undone = 'Undone'
export const undo = 'Undo'
