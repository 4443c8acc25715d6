import type { ReleaseSettings } from '@zelab/contract'

export const release = 'Release'
export const edit = 'Edit Release'
export const who = 'Reports are published by'
export const RULES: Record<ReleaseSettings['twoPersons'], string> = {
  none: 'One person',
  types: 'Two people for selected report types',
  all: 'Two people for all report types',
}
export const RULE_HINTS: Record<ReleaseSettings['twoPersons'], string> = {
  none: 'A report is published at once.',
  types: 'Reports of these types are published when a second person releases them.',
  all: 'Every report is published when a second person releases it.',
}
export const types = 'Report types'
export const noTypeFound = 'No report type found'
export const releasers = 'Who releases'
export const doctors = 'Doctors'
export const doctorsAndTechnicians = 'Doctors and Technicians'
export const technicians = 'Technicians may release'
export const techniciansHint = 'Nobody releases a report of their own. The Admin never releases.'
export const alone = 'Alone on duty'
export const allowsAlone = 'A Doctor alone on duty may release their own report'
export const allowsAloneHint = 'With a reason. Another Doctor reviews the release within 24 hours.'
export const yes = 'Allowed with a reason'
export const no = 'Not allowed'
