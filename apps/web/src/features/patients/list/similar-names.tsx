import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import classes from '../patients.module.css'
import * as texts from '../texts.tsx'

export function SimilarNameBadge() {
  return (
    <StatusBadge tone="neutral" icon={null}>
      {texts.similarName}
    </StatusBadge>
  )
}

interface SimilarNamesNoteProps {
  exactCount: number
  similarCount: number
}

export function SimilarNamesNote({ exactCount, similarCount }: SimilarNamesNoteProps) {
  return (
    <p role="status" className={classes.note}>
      {texts.similarNames(exactCount, similarCount)}
    </p>
  )
}
