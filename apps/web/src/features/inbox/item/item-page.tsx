import { useParams, useSearch } from '@tanstack/react-router'
import { readWholeNumber } from '../../../lib/search-params.ts'
import { OpenItem } from './open-item.tsx'
import { ItemNotFound } from './item-problem.tsx'
import type { RenderNewReportType } from './report-fields.tsx'

interface ItemPageProps {
  /** The way to add a report type, which the route brings in from its own feature. */
  renderNewReportType: RenderNewReportType
}

/** One item of the inbox: its file, and what becomes of it. */
export function ItemPage({ renderNewReportType }: ItemPageProps) {
  const { itemId } = useParams({ from: '/_shell/user/inbox/$itemId' })
  const search = useSearch({ from: '/_shell/user/inbox/$itemId' })
  const id = readWholeNumber(itemId)
  if (id === undefined) return <ItemNotFound />
  // The key starts afresh for another item: what was chosen for one must never reach the next.
  return <OpenItem key={id} id={id} search={search} renderNewReportType={renderNewReportType} />
}
