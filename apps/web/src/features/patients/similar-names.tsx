import { formatCount } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './similar-names.module.css'

export function SimilarNameBadge() {
  return (
    <StatusBadge tone="neutral" icon={null}>
      Similar name
    </StatusBadge>
  )
}

interface SimilarNamesNoteProps {
  exactCount: number
  similarCount: number
}

/** Above a list that goes on with patients who only have a name like the typed one. */
export function SimilarNamesNote({ exactCount, similarCount }: SimilarNamesNoteProps) {
  const exact =
    exactCount === 0
      ? 'No exact match, '
      : `${formatCount(exactCount)} exact ${exactCount === 1 ? 'match' : 'matches'} and `
  return (
    <p role="status" className={classes.note}>
      {exact}
      {formatCount(similarCount)} with a similar name
    </p>
  )
}
