import { formatCount, pluralize } from '../../lib/format.ts'

export const addLab = 'Add Lab'
export const labs = 'Labs'
export const subtitle = 'The laboratories that staff users belong to'
export const noLabsFound = 'No labs found'
export const createFirstLab = 'Create your first lab to get started'
export const searchLabs = 'Search labs...'
export const tryAnotherSearch = 'Try another search or clear it.'
export const active = 'Active'
export const createdOn = (date: string) => `Created ${date}`
export const moreFor = (name: string) => `More actions for ${name}`
export const askDeleteLab = 'Delete lab'
export const deleteQuestion = (name: string) =>
  `Are you sure you want to delete ${name} lab? This action is irreversible.`

export const createNewLab = 'Create New Lab'
export const createLab = 'Create Lab'
export const askAddLab = 'Add lab'
export const addingLab = 'Adding Lab...'
export const editLab = 'Edit Lab'
export const labName = 'Lab Name'
export const addressLine1 = 'Address Line 1'
export const city = 'City'
export const email = 'Email'
export const phone = 'Phone'

export const lab = 'Lab'
export const loadingLab = 'Loading lab'
export const labNotFound = 'Lab Not Found'
export const noSuchLab = 'There is no such lab.'
export const overview = 'Overview'
export const TABS = {
  overview,
  letterhead: 'Letterhead',
  sending: 'Sending',
  inbox: 'Inbox',
  visits: 'Visits',
  critical: 'Critical',
  release: 'Release',
  integrations: 'Integrations',
  staff: 'Staff',
} as const
export const capabilities = 'What this lab uses'
export const off = 'Off'
export const onOrOff = (isOn: boolean) => (isOn ? 'On' : off)
export const sendsAutomatically = 'Automatic'
export const sendsByHand = 'By hand'
export const uploadsOnly = 'Uploads only'
const counted = (count: number, one: string) => (count === 0 ? '' : pluralize(count, one))
export const sources = (count: number) => counted(count, 'source')
export const receivers = (count: number) => counted(count, 'receiver')
export const clients = (count: number) => counted(count, 'client')
export const failing = (count: number) => (count === 0 ? '' : `${count} failing`)
export const joined = (parts: readonly string[]) => parts.filter(Boolean).join(', ')
export const minutes = (count: number) => `${count} min`
export const TWO_PERSONS = { none: 'One person', all: 'Two people for all reports' } as const
export const patients = 'Patients'
export const staff = 'Staff'
export const activeOf = (active: number, all: number) =>
  active === all ? formatCount(all) : `${formatCount(active)} active of ${formatCount(all)}`
export const lastActivity = 'Last Activity'
export const address = 'Address'
export const none = 'None'
export const noStaff = 'No staff yet'
export const noStaffHint = 'Add a user and choose this lab.'
export const statuses = { invited: 'Invited', deactivated: 'Deactivated' }
export const name = 'Name'
export const role = 'Role'
export const lastActive = 'Last Active'
export const neverActive = 'Not active yet'

export const firstLabHint = 'Staff and patients belong to a lab.'
