import type { ReferrerKind } from '@zelab/contract/limits'

export const visits = 'Visits'
export const useVisits = 'Use visits'
export const useVisitsHint =
  'Staff enter what a patient waits for, who referred them and whether it is paid. Turning this off hides visits and keeps what was entered.'
export const holdUnpaid = 'Hold links until paid'
export const holdUnpaidHint =
  'While the payment of a visit is due, links to its reports wait and the patient is asked to contact the lab. Staff, paper and links handed over are not held.'

export const referrers = 'Referrers'
export const referrersHint = 'Offered when a visit is entered. Visits keep an archived one.'
export const searchReferrers = 'Search referrers'
export const doctorsAndClinics = 'Doctors and clinics'
export const none = 'No referrers yet'
export const noneFound = 'No referrer found'
export const addReferrer = 'Add Referrer'
export const notUsed = 'This lab does not use visits'
export const notUsedHint = 'An Admin can turn them on in the settings of the lab.'
export const edit = 'Edit'
export const editNamed = (name: string) => `Edit ${name}`
export const archive = 'Archive'
export const archiveNamed = (name: string) => `Archive ${name}`
export const askArchive = (name: string) => `Archive ${name}?`
export const archiveMessage = 'It is no longer offered. Visits that name it keep it.'
export const archiving = 'Archiving…'
export const archived = 'Referrer archived'
export const editReferrer = 'Edit Referrer'
export const KINDS: Record<ReferrerKind, string> = { doctor: 'Doctor', clinic: 'Clinic' }
export const kind = 'Kind'
export const name = 'Name'
export const phone = 'Phone'
export const email = 'Email'
export const licenseNumber = 'License number'
export const license = (number: string) => `License ${number}`
