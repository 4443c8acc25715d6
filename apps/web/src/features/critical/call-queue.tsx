import type { ListedCritical } from '@zelab/contract'
import type { CriticalSubject } from '../../entities/critical/queries.ts'
import { contactsOf } from './call-contacts.ts'
import { CallDialog } from './call-dialog.tsx'

export const numberOf = ({ awaitsRelease, report }: Pick<ListedCritical, 'awaitsRelease' | 'report'>) =>
  `${awaitsRelease ? 'A-' : '#'}${report.id}`

/** Undefined for a result of an early version of the program, whose file is not known. */
export const subjectOf = ({ awaitsRelease, report, about }: ListedCritical): CriticalSubject | undefined => {
  const { version, revision, sha256 } = about
  if (sha256 === null) return undefined
  if (awaitsRelease) return revision === null ? undefined : { unreleasedId: report.id, revision, sha256 }
  return version === null ? undefined : { reportId: report.id, version, sha256 }
}

export interface CallQueueProps {
  /** Open results, the most urgent first. */
  results: readonly ListedCritical[]
  calling: ListedCritical
  /** The result to call about next; undefined closes the dialog. */
  onCall: (next: ListedCritical | undefined) => void
}

/** The dialog of a call. One that is read back closes its result and opens the next. */
export function CallQueue({ results, calling, onCall }: CallQueueProps) {
  const called = results.find(({ id }) => id === calling.id) ?? calling
  const subject = subjectOf(called)
  if (!subject) return null
  const next = results.find((one) => one.id !== called.id && subjectOf(one) !== undefined)
  return (
    <CallDialog
      key={called.id}
      patient={called.patient}
      subject={subject}
      number={numberOf(called)}
      isOpen
      contacts={contactsOf(called.referrer, called.called)}
      onRecorded={(closes) => onCall(closes ? next : undefined)}
      onClose={() => onCall(undefined)}
    />
  )
}
