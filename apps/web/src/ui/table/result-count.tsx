import { VisuallyHidden } from '@mantine/core'
import * as texts from '../texts.ts'

interface ResultCountProps {
  /** Undefined while loading. */
  count: number | undefined
  isEstimate?: boolean | undefined
}

/** Tells screen readers how many records a search or filter has found. */
export function ResultCount({ count, isEstimate = false }: ResultCountProps) {
  return (
    <VisuallyHidden role="status">
      {count !== undefined && texts.resultsFound(count, isEstimate)}
    </VisuallyHidden>
  )
}
