import type { ReactNode } from 'react'
import { pluralize } from '../../../lib/format.ts'

export const frontDesk = 'Counter'
export const findPatient = 'Find a patient'
export const placeholder = 'Phone, name, birth date, ZL id, EMR ID or #report'
export const found = 'Found patients'
export const born = (date: string) => `born ${date}`
export const emrId = (id: ReactNode) => <>EMR ID {id}</>
export const formerly = (id: ReactNode) => <>(was {id})</>
export const similarName = 'Similar name'
export const onlySimilar = 'No exact match. Check these similar names.'
export const registerNew = 'Register a new patient'
export const registerTyped = (typed: ReactNode) => <>Register {typed}</>
export const nothingFoundFor = (typed: string) => `No patient found for “${typed}”`
export const patientCount = (count: number, asksToChoose: boolean) =>
  `${pluralize(count, 'patient')} found${asksToChoose ? '. Choose with ↓' : ''}`
export const notSearched = (reason: string) => `The search did not work. ${reason}`
export const todaysReports = 'Today’s reports'
export const noReportToday = 'No report today. The latest one:'
export const reportOfNumber = (id: number) => `Report #${id}`
export const noReports = 'This patient has no reports yet.'
export const openReport = 'Open'
export const openTitled = (title: string) => `Open ${title}`
export const print = 'Print'
export const printTitled = (title: string) => `Print ${title}`
export const askHandedOver = 'Handed over on paper?'
export const confirmHandover = 'Confirm Handover'
export const notNow = 'Not Now'
export const handedOver = 'Handed over on paper'
export const printGone = 'This report is no longer available. Please do not hand over the paper.'
export const send = 'Send'
export const sendTitled = (title: string) => `Send ${title}`
export const downloadTitled = (title: string) => `Download ${title}`
export const viewProfile = 'View Profile'
export const nextPatient = 'Next Patient'
export const loadingPatient = 'Loading patient'
