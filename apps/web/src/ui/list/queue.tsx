import { Group, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { Pagination } from '@zelab/contract'
import { formatCount } from '../../lib/format.ts'
import type { PageShortcut } from '../../lib/page-shortcuts.ts'
import { Hint } from '../display/inline.tsx'
import { toastSuccess } from '../feedback/toasts.ts'
import { IconButton } from '../actions/icon-button.tsx'
import { ariaKey, RECORD_SHORTCUTS } from '../shortcuts/record-shortcuts.ts'
import * as words from './texts.ts'

interface QueueOptions<Row> {
  /** The open record. */
  id: number
  answer: { data: readonly Row[]; pagination: Pagination } | undefined
  readPage: (page: number) => Promise<readonly Row[]>
  /** False for rows that the user cannot decide. */
  isFree: (row: Row) => boolean
  open: (id: number, page: number) => unknown
  /** After the last one. */
  finish: () => unknown
}

/** The place of an open record in its list, and the way to its neighbors. */
export const queueOf = <Row extends { id: number }>({
  id,
  answer,
  readPage,
  isFree,
  open,
  finish,
}: QueueOptions<Row>) => {
  const rows = answer?.data ?? []
  const { page = 1, limit = 0, totalItems = 0, totalPages = 1 } = answer?.pagination ?? {}
  const index = rows.findIndex((row) => row.id === id)

  const move = async (step: 1 | -1): Promise<unknown> => {
    const neighbor = index < 0 ? rows[0] : rows[index + step]
    if (neighbor && neighbor.id !== id) return open(neighbor.id, page)
    const nextPage = page + step
    if (nextPage < 1 || nextPage > totalPages) return undefined
    const others = await readPage(nextPage).catch(() => [])
    const other = step > 0 ? others[0] : others.at(-1)
    return other && open(other.id, nextPage)
  }

  return {
    place: index < 0 ? undefined : (page - 1) * limit + index + 1,
    total: totalItems,
    hasPrevious: index > 0 || (index === 0 && page > 1),
    hasNext: (index >= 0 && index < rows.length - 1) || page < totalPages || (index < 0 && rows.length > 0),
    next: () => void move(1),
    previous: () => void move(-1),
    /** Opens the next one that is still there and that the user can decide. Tells how many others have finished. */
    advance: async (): Promise<unknown> => {
      const { pathname } = window.location
      const following = rows.slice(index + 1).filter((row) => row.id !== id && isFree(row))
      const fresh = await readPage(page).catch(() => undefined)
      // Rows of this page move to the one before when others are finished.
      const before = fresh && page > 1 ? await readPage(page - 1).catch(() => []) : []
      // The person followed a link meanwhile.
      if (window.location.pathname !== pathname) return undefined
      const present = new Map((fresh ? [...before, ...fresh] : following).map((row) => [row.id, row]))
      const next = following.findIndex((row) => {
        const now = present.get(row.id)
        return now !== undefined && isFree(now)
      })
      const passed = next < 0 ? following : following.slice(0, next)
      const finished = passed.filter((row) => !present.has(row.id)).length
      if (finished > 0) toastSuccess(words.finishedByOthers(formatCount(finished), finished))
      const found = following[next]
      if (found) return open(found.id, page)
      const first = page > 1 ? await readPage(1).catch(() => []) : []
      const other = [...(fresh ?? []), ...first].find((row) => row.id !== id && isFree(row))
      if (other) return open(other.id, fresh?.includes(other) ? page : 1)
      return finish()
    },
  }
}
type Queue = Omit<ReturnType<typeof queueOf>, 'advance'>

interface NeighborsProps {
  queue: Queue
  labels: { previous: string; next: string; list?: string }
}

export const queueKeys = ({ queue: { next, previous }, labels }: NeighborsProps): PageShortcut[] => [
  { label: labels.next, ...RECORD_SHORTCUTS.next, run: next },
  { label: labels.previous, ...RECORD_SHORTCUTS.previous, run: previous },
]

/** "2 of 5", with buttons to the previous and the next one. */
export function Neighbors({ queue, labels }: NeighborsProps) {
  const { place, total, hasPrevious, hasNext, previous, next } = queue
  return (
    <Group wrap="nowrap" gap="xs">
      {labels.list !== undefined && <Hint>{labels.list}</Hint>}
      {place !== undefined && (
        <Text span c="dimmed" size="sm" className="tabular" style={{ whiteSpace: 'nowrap' }}>
          {words.position(formatCount(place), formatCount(total))}
        </Text>
      )}
      <IconButton
        label={labels.previous}
        aria-keyshortcuts={ariaKey(RECORD_SHORTCUTS.previous)}
        disabled={!hasPrevious}
        onClick={previous}
      >
        <IconChevronUp size={18} stroke={1.75} />
      </IconButton>
      <IconButton
        label={labels.next}
        aria-keyshortcuts={ariaKey(RECORD_SHORTCUTS.next)}
        disabled={!hasNext}
        onClick={next}
      >
        <IconChevronDown size={18} stroke={1.75} />
      </IconButton>
    </Group>
  )
}
