import { Button, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import classes from './pagination-bar.module.css'
import * as texts from '../texts.ts'

interface PaginationBarProps {
  page: number
  /** At least 1; undefined while loading for the first time. */
  pageCount: number | undefined
  onPageChange: (page: number) => void
  /** The pointer or the focus is on a button: its page will be asked for next. */
  onPageIntent?: (page: number) => void
  pageSize?: {
    value: number
    choices: readonly number[]
    onChange: (size: number) => void
  }
}

/** A pressed button is seen at once, even where rendering the next page takes long. */
const afterNextPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(work))

/** "Rows per page" where it can be chosen, "Page X of Y", previous and next. */
export function PaginationBar({ page, pageCount, onPageChange, onPageIntent, pageSize }: PaginationBarProps) {
  const sizeId = useId()
  // Nothing yet: below rows that are still to come it would jump.
  if (pageCount === undefined) return null
  const buttonOf = (target: number, isThere: boolean) => ({
    disabled: !isThere,
    onClick: () => afterNextPaint(() => onPageChange(target)),
    ...(isThere && {
      onPointerEnter: () => onPageIntent?.(target),
      onFocus: () => onPageIntent?.(target),
    }),
  })
  return (
    <nav className={classes.bar} aria-label={texts.pagination}>
      {pageSize && (
        <div className={classes.size}>
          <label htmlFor={sizeId}>{texts.rowsPerPage}</label>
          <NativeSelect
            id={sizeId}
            size="xs"
            data={pageSize.choices.map(String)}
            value={String(pageSize.value)}
            onChange={(event) => pageSize.onChange(Number(event.currentTarget.value))}
          />
        </div>
      )}
      <Text className={classes.place} size="sm" aria-live="polite">
        {texts.pageOf(page, pageCount)}
      </Text>
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconChevronLeft size={14} />}
          {...buttonOf(page - 1, page > 1)}
        >
          {texts.previous}
        </Button>
        <Button
          variant="default"
          size="xs"
          rightSection={<IconChevronRight size={14} />}
          {...buttonOf(page + 1, page < pageCount)}
        >
          {texts.next}
        </Button>
      </div>
    </nav>
  )
}
