import type { HistoryState } from '@tanstack/react-router'
import type { AwaitsRelease, Report } from '@zelab/contract'
import { useSessionStore } from '../../lib/session-store.ts'

type PublishedRecord = Pick<Report, 'id'> | Pick<AwaitsRelease, 'unreleasedId'>

export interface Published {
  title: string
  patient: { id: number; fullName: string }
  record: PublishedRecord
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The id only: the browser keeps its history for the next user. */
    published?: string
  }
}

const keyOf = (record: PublishedRecord) =>
  'unreleasedId' in record ? `unreleased-${record.unreleasedId}` : `report-${record.id}`

let latest: Published | undefined

useSessionStore.subscribe(({ isAuthenticated }) => {
  if (!isAuthenticated) latest = undefined
})

/** Keeps what was published for the page whose navigation gets this state. */
export const publishedState = (published: Published): HistoryState => {
  latest = published
  return { published: keyOf(published.record) }
}

/** Undefined after the page was loaded again. */
export const publishedOf = ({ published }: HistoryState): Published | undefined =>
  latest && keyOf(latest.record) === published ? latest : undefined
