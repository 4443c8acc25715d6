import type { CheckedArchive } from './archive-reader.ts'

export interface Problem {
  isOfFile: boolean
  text: string
}

/** What an operator has to know after a restore. */
export const notesOf = (
  { contents }: CheckedArchive,
  secret: Buffer | undefined,
  problems: Problem[],
): string[] => [
  ...contents.fileProblems.map(
    ({ name, problem }) => `The file ${name} was ${problem} when the backup was made.`,
  ),
  ...problems.filter(({ isOfFile }) => !isOfFile).map(({ text }) => text),
  ...(secret
    ? []
    : ['Without the old key: second factors were given up, the seals of the log cannot be verified.']),
]

const note = (count: number, [one, many]: [string, string], rest: string): string[] =>
  count > 0 ? [`${count} ${count === 1 ? one : many} ${rest}`] : []

/** What waits for a person after a restore. */
export const notesOfHeld = ({
  lostInboxFiles,
  openCritical,
  pausedConnections,
  providerOnly,
}: Record<'lostInboxFiles' | 'openCritical' | 'pausedConnections' | 'providerOnly', number>): string[] => [
  ...note(
    lostInboxFiles,
    ['file of the inbox was', 'files of the inbox were'],
    'not in this backup, which an earlier version made. Please have the senders send them again.',
  ),
  ...note(
    openCritical,
    ['critical result was', 'critical results were'],
    'open: nobody is told before an Admin confirms it on the page Critical Results.',
  ),
  ...note(
    pausedConnections,
    ['connection is', 'connections are'],
    'paused: other systems neither read nor receive reports before an Admin resumes them on the page of the lab.',
  ),
  ...note(
    providerOnly,
    ['lab was', 'labs were'],
    'provider only: passwords and passkeys work again until an Admin sets it on the page of the lab.',
  ),
]
