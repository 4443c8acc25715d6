import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import { softDisabled } from '../actions/icon-button.tsx'
import classes from './list.module.css'
import * as texts from './texts.ts'

interface PaginationBarProps {
  page: number
  pageCount: number | undefined
  onPageChange: (page: number) => void
  /** Called on hover or focus, to prefetch the page. */
  onPageIntent?: (page: number) => void
  pageSize?: {
    value: number
    choices: readonly number[]
    onChange: (size: number) => void
  }
}

/** Paints the pressed button first, because rendering the next page may be slow. */
const afterNextPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(work))

export function PaginationBar({ page, pageCount, onPageChange, onPageIntent, pageSize }: PaginationBarProps) {
  const sizeId = useId()
  // Hidden until the rows have loaded, to avoid a layout shift.
  if (pageCount === undefined) return null
  const buttonOf = (target: number, isThere: boolean) => ({
    // The first and the last page keep the focus on the button that led there.
    ...softDisabled(!isThere, () => afterNextPaint(() => onPageChange(target))),
    ...(isThere && {
      onPointerEnter: () => onPageIntent?.(target),
      onFocus: () => onPageIntent?.(target),
    }),
  })
  return (
    <nav className={classes.bar} aria-label={texts.pagination}>
      {pageSize && (
        <Group fz="sm" c="dimmed" wrap="nowrap" gap="xs">
          <label htmlFor={sizeId}>{texts.rowsPerPage}</label>
          <NativeSelect
            id={sizeId}
            size="xs"
            data={pageSize.choices.map(String)}
            value={String(pageSize.value)}
            onChange={(event) => pageSize.onChange(Number(event.currentTarget.value))}
          />
        </Group>
      )}
      <Text c="dimmed" size="sm" aria-live="polite">
        {texts.pageOf(page, pageCount)}
      </Text>
      <Group wrap="nowrap" align="stretch" gap="xs">
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
      </Group>
    </nav>
  )
}
