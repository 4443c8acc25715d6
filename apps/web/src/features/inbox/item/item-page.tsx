import { useParams, useSearch } from '@tanstack/react-router'
import { readWholeNumber } from '../../../lib/search-params.ts'
import { OpenItem } from './open-item.tsx'
import { ItemNotFound } from './item-problem.tsx'
import type { RenderNewReportType, RenderVisit } from '../../../entities/report/form/report-fields.tsx'

interface ItemPageProps {
  /** Rendered by the route, because features do not import each other. */
  renderNewReportType: RenderNewReportType
  renderVisit: RenderVisit
}

export function ItemPage({ renderNewReportType, renderVisit }: ItemPageProps) {
  const { itemId } = useParams({ from: '/_shell/user/inbox/$itemId' })
  const search = useSearch({ from: '/_shell/user/inbox/$itemId' })
  const id = readWholeNumber(itemId)
  if (id === undefined) return <ItemNotFound />
  // The key resets all state, so that a choice for one item never reaches the next.
  return (
    <OpenItem
      key={id}
      id={id}
      search={search}
      renderNewReportType={renderNewReportType}
      renderVisit={renderVisit}
    />
  )
}
