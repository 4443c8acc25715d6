import type { FileNameField } from '@zelab/contract'
import type { ReactNode } from 'react'
import { formatCount, pluralize } from '../../../lib/format.ts'

export type RuleField = 'text' | 'fileName' | 'any'

export const inboxRules = 'Inbox Rules'
export const cardHint = 'What file names say about patients, and the report type and title of files'
export const editRules = 'Edit Rules'
export const fileNamePattern = 'File name pattern'
export const noPattern = 'None'
export const rules = 'Rules'
export const noRules = 'None: staff select the report type of each file'
export const RULES: Record<RuleField, (contains: string) => string> = {
  text: (contains) => `Text contains “${contains}”`,
  fileName: (contains) => `File name contains “${contains}”`,
  any: () => 'Any file',
}
export const becomes = (type: string, title: string) => (type === title ? type : `${type}: ${title}`)
export const moreRules = (count: number) => `and ${pluralize(count, 'more rule')}`

export const fileNames = 'File Names'
export const patternHint =
  'If file names follow a pattern, the inbox reads from them which patient a file belongs to. Empty: names are not read.'
export const patternExample = (pattern: ReactNode, fileName: ReactNode) => (
  <>
    {pattern} reads {fileName}. The ending of the file is left out.
  </>
)
export const EXAMPLE_PATTERN = '{emrId}_{name}_{dateOfBirth}'
export const EXAMPLE_FILE = 'E-1001_Layla Haddad_1990-05-21.pdf'
export const insert = (part: string) => `Insert ${part}`
export const PARTS: Record<FileNameField, string> = {
  patientId: 'The System ID: ZL-12 or 12',
  emrId: 'The EMR ID: E-1001',
  name: 'The name: Layla Haddad or Layla_Haddad',
  dateOfBirth: 'The date of birth: 1990-05-21 or 19900521',
  ignore: 'Any text that says nothing about the patient',
}
export const partsHint =
  'Each part once, {ignore} as often as needed, with a character such as _ between two parts.'

export const rulesHint =
  'The first rule that applies gives a file its report type and title. Upper and lower case are the same.'
export const rule = (position: number) => `Rule ${position}`
export const field = 'Files'
export const FIELDS: Record<RuleField, string> = {
  text: 'Text contains',
  fileName: 'File name contains',
  any: 'Any file',
}
export const contains = 'Words'
export const reportType = 'Report type'
export const selectReportType = 'Select a report type'
export const title = 'Title'
export const addRule = 'Add Rule'
export const rulesFull = (max: number) => `A lab can have at most ${max} rules.`
export const noRulesYet = 'No rules yet. Staff select the report type of each file.'
export const moveUp = (position: number) => `Move rule ${position} up`
export const moveDown = (position: number) => `Move rule ${position} down`
export const removeRule = (position: number) => `Remove rule ${position}`
export const moved = (from: number, to: number) => `Rule ${from} is now rule ${to}`
export const removedRule = (position: number) => `Rule ${position} removed`
export const neverReached = (position: number) =>
  `Rule ${position} applies to every file: this rule is never used.`

export const tryOut = 'Try on the Last Files'
export const trying = 'Trying...'
export const trial = 'Result'
export const trialFailed = 'The rules could not be tried'
export const getType = (count: number, all: number) =>
  `${formatCount(count)} of ${formatCount(all)} ${count === 1 ? 'gets' : 'get'} a type`
export const followPattern = (count: number, all: number) =>
  `${formatCount(count)} of ${formatCount(all)} file names ${count === 1 ? 'follows' : 'follow'} the pattern`
export const noFiles = 'No files have arrived yet. Add one to the inbox to try the rules.'
export const outdated = 'You have changed something since. Try again to see the new result.'
export const nothingStored = 'Nothing is saved until you select Save Changes.'
export const fileName = 'File'
export const readFromName = 'Read from the name'
export const nothingRead = 'Nothing'
export const ruleOfFile = 'Rule'
export const noRule = 'No rule'
