import { formatWallTime } from '../../../lib/format.ts'
import type { ReferrerKind } from '@zelab/contract/limits'
import { STATES } from '../../../ui/texts.ts'

export const visits = 'Visits'
export const editVisits = 'Edit Visits'
export const useVisits = 'Use visits'
export const useVisitsHint =
  'Staff enter what a patient waits for, who referred them and whether it is paid. Turning this off hides visits and keeps what was entered.'
export const inThisLab = 'In this lab'
export const used = 'Used'
export const unused = 'Not used'
export const unpaidLinks = 'Links to unpaid reports'
export const held = 'Held until paid'
export const notHeld = 'Not held'
export const holdUnpaid = 'Hold links until paid'
export const holdUnpaidHint =
  'While the payment of a visit is due, links to its reports wait and the patient is asked to contact the lab. Staff, paper and links handed over are not held.'
export const visitLinks = 'Links to visits'
export const handedOver = STATES.handedOver
export const notHandedOver = 'Not handed over'
export const giveLinks = 'Links for patients who wait'
export const giveLinksHint =
  'Staff hand over a slip with a link that says when the report is expected, and later opens it. Links that were handed over keep working when this is turned off.'

export const referrers = 'Referrers'
export const referrersHint = 'Offered when a visit is entered. Visits keep an archived one.'
export const searchReferrers = 'Search referrers'
export const doctorsAndClinics = 'Doctors and clinics'
export const none = 'No referrers yet'
export const noneFound = 'No referrer found'
export const addReferrer = 'Add Referrer'
export const notUsed = 'This lab does not use visits'
export const notUsedHint = 'An Admin can turn them on in the settings of the lab.'
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
export const allKinds = 'All kinds'
export const name = 'Name'
export const phone = 'Phone'
export const email = 'Email'
export const licenseNumber = 'License number'
export const note = 'Note'
export const noteHint = 'For those who call, such as an extension or the hours.'
export const license = (number: string) => `License ${number}`

export const turnaround = 'Turn-around'
export const turnaroundHint =
  'How long reports may take from receipt, or collection. Only the time in which the lab is open counts.'
export const editTargets = 'Edit Targets'
export const copyHours = (day: string) => `Copy the Hours of ${day} to All Open Days`
export const editCalendar = 'Edit Calendar'
export const targets = 'Targets'
export const noTargets = 'None: nothing is late without a promise'
export const targetsHint = 'In hours, such as 24 h or 1:30 h. A type without a target is never late.'
/** "4 h", "1:30 h" */
export const hours = (minutes: number) => {
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`} h`
}
export const workingHours = 'Working hours'
export const workingHoursHint =
  'Midnight to midnight is the whole day. Hours past midnight belong to the day on which they begin.'
export const timesOf = (zone: string) => `Times are those of ${zone}.`
export const closed = 'Closed'
export const allDay = 'Open 24 hours'
/** "8:00 AM – 1:00 PM" */
export const fromTo = (from: string, to: string) =>
  `${formatWallTime(from)} – ${formatWallTime(to)}${to < from ? ` (${nextDay})` : ''}`
export const parts = (first: string, second: string) => `${first}, ${second}`
export const nextDay = 'next day'
export const secondPart = 'Second part'
export const opens = 'Opens'
export const closes = 'Closes'
export const opensAgain = 'Opens again'
export const closesAgain = 'Closes again'
export const timeOf = (time: string, day: string) => `${time}, ${day}`
export const holidays = 'Holidays'
export const seasons = 'Seasons'
export const seasonsHint = 'Other hours on all working days, such as in Ramadan.'
export const noEntries = 'None'
export const openThen = 'Open some hours'
export const holiday = (number: number) => `Holiday ${number}`
export const season = (number: number) => `Season ${number}`
export const date = 'Date'
export const firstDay = 'First day'
export const lastDay = 'Last day'
export const addHoliday = 'Add Holiday'
export const addSeason = 'Add Season'
