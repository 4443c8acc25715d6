import { VisuallyHidden } from '@mantine/core'
import * as texts from '../texts.ts'

interface ResultCountProps {
  /** Undefined while loading. */
  count: number | undefined
  isEstimate?: boolean | undefined
}

/** Announces the number of records found by a search or filter. */
export function ResultCount({ count, isEstimate = false }: ResultCountProps) {
  return (
    <VisuallyHidden role="status">
      {count !== undefined && texts.resultsFound(count, isEstimate)}
    </VisuallyHidden>
  )
}
