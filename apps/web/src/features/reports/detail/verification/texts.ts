import { LOOKUP_COUNT_LIMIT, type LookupOutcome } from '@zelab/contract'
import { formatCount, pluralize } from '../../../../lib/format.ts'

export const verification = 'Verification'
export const verificationHint = 'Anyone with the code can check the report'
export const code = 'Verification code'
export const codeOfVersion = (version: number) => `Verification code of version ${version}`
export const copyAddress = 'Copy the address of the public page'
export const openPublicPage = 'Open the Public Page'
export const lookups = 'Look-ups'
export const notLookedUp = 'Not looked up yet'
export const lookupsInDays = (count: number, days: number) => {
  const total =
    count < LOOKUP_COUNT_LIMIT ? pluralize(count, 'look-up') : `${formatCount(count)} or more look-ups`
  return `${total} in the last ${formatCount(days)} days`
}
export const version = (number: number) => `Version ${number}`
export const OUTCOMES: Record<LookupOutcome, string> = {
  current: 'Shown as current',
  superseded: 'Shown as corrected',
  withdrawn: 'Shown as withdrawn',
  suspended: 'Shown as being corrected',
  'file-matches': 'File is unchanged',
  'file-original': 'File is the original',
  'file-slip': 'File is the slip',
  'file-other-version': 'File of another version',
  'file-unknown': 'File is not this report',
  'pass-refused': 'Viewing code refused',
  shown: 'Patient showed the report',
}
