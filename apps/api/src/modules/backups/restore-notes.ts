import { HELD_KINDS, type HeldKind } from '@zelab/contract'
import type { HeldSendings } from '../installation/held-tasks.ts'
import type { CheckedArchive } from './archive-reader.ts'

export interface Problem {
  isOfFile: boolean
  text: string
}

export const problemsOf = ({ contents }: CheckedArchive, problems: Problem[]): string[] => [
  ...contents.fileProblems.map(
    ({ name, problem }) => `The file ${name} was ${problem} when the backup was made.`,
  ),
  ...problems.filter(({ isOfFile }) => !isOfFile).map(({ text }) => text),
]

export const notesOf = (secret: Buffer | undefined): string[] =>
  secret
    ? []
    : ['Without the old key: second factors were given up, the seals of the log cannot be verified.']

const note = (count: number, [one, many]: [string, string], rest: string): string[] =>
  count > 0 ? [`${count} ${count === 1 ? one : many} ${rest}`] : []

const HELD_NAMES: Readonly<Record<HeldKind, [string, string]>> = {
  'patient-messages': ['message to a patient is', 'messages to patients are'],
  'account-mails': ['email about an account is', 'emails about accounts are'],
  'staff-notices': ['notice to staff is', 'notices to staff are'],
}

/** What waits for a person after a restore. */
export const notesOfHeld = ({
  lostInboxFiles,
  critical,
  connections,
  kinds,
  providerOnly,
}: HeldSendings & { lostInboxFiles: number; providerOnly: number }): string[] => [
  ...note(
    lostInboxFiles,
    ['file of the inbox was', 'files of the inbox were'],
    'not in this backup, which an earlier version made. Please have the senders send them again.',
  ),
  ...note(
    critical,
    ['critical result was', 'critical results were'],
    'open: nobody is told before an Admin confirms it on the page Critical Results.',
  ),
  ...note(
    connections,
    ['connection is', 'connections are'],
    'paused: other systems neither read nor receive reports before an Admin resumes them on the page of the lab.',
  ),
  ...HELD_KINDS.flatMap((kind) =>
    note(kinds[kind] ?? 0, HELD_NAMES[kind], 'held: not sent before an Admin decides on the dashboard.'),
  ),
  ...note(
    providerOnly,
    ['lab was', 'labs were'],
    'provider only: passwords and passkeys work again until an Admin sets it on the page of the lab.',
  ),
]
