import { BULK_MAX } from '@zelab/contract/limits'
import { useState } from 'react'

const always = () => true

/** Rows that the user chose, on any page: as they are now if they are shown, otherwise as they were. */
export const useChosen = <Row extends { id: number }>(
  shown: readonly Row[] = [],
  isSelectable: (row: Row) => boolean = always,
) => {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Row>>(new Map())
  const rows = [...chosen.values()]
    .map((row) => shown.find(({ id }) => id === row.id) ?? row)
    .filter(isSelectable)
  const isChosen = ({ id }: Row) => rows.some((row) => row.id === id)
  const choose = (next: readonly Row[]) =>
    setChosen(new Map(next.slice(0, BULK_MAX).map((row) => [row.id, row])))
  return {
    rows,
    isChosen,
    /** As many as one request changes are chosen, and this one is not. */
    isBeyondLimit: (row: Row) => rows.length >= BULK_MAX && !isChosen(row),
    choose,
    toggle: (row: Row) => choose(isChosen(row) ? rows.filter(({ id }) => id !== row.id) : [...rows, row]),
    clear: () => setChosen(new Map()),
  }
}
export type Chosen<Row extends { id: number }> = ReturnType<typeof useChosen<Row>>
