import { Popover } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import classes from './filter-chip.module.css'
import * as texts from './texts.ts'

interface ChipProps {
  label: string
  /** The selection in words; undefined when the filter is off. */
  chosen: string | undefined
  onClear: () => void
}

export function FilterChips({ children }: { children: ReactNode }) {
  return <div className={classes.chips}>{children}</div>
}

interface SelectChipProps extends ChipProps {
  choices: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

/** A filter with a native select, for keyboard and touch. */
export function SelectChip({ choices, value, onChange, ...chip }: SelectChipProps) {
  return (
    <Chip {...chip}>
      <select
        className={classes.select}
        aria-label={chip.label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <span className={classes.face} aria-hidden="true">
        <Face {...chip} />
      </span>
    </Chip>
  )
}

export function FilterChip({ children, ...chip }: ChipProps & { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Chip {...chip}>
      <Popover
        opened={isOpen}
        onChange={setIsOpen}
        position="bottom-start"
        trapFocus
        returnFocus
        withinPortal={false}
      >
        <Popover.Target>
          <button type="button" className={classes.face} onClick={() => setIsOpen(!isOpen)}>
            <Face {...chip} />
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={chip.label}>{children}</Popover.Dropdown>
      </Popover>
    </Chip>
  )
}

function Chip({ label, chosen, onClear, children }: ChipProps & { children: ReactNode }) {
  return (
    <span className={classes.chip} data-chosen={chosen !== undefined}>
      {children}
      {chosen !== undefined && (
        <button
          type="button"
          className={classes.clear}
          aria-label={texts.clearFilter(label)}
          onClick={onClear}
        >
          <IconX size={14} stroke={2} aria-hidden="true" />
        </button>
      )}
    </span>
  )
}

function Face({ label, chosen }: Pick<ChipProps, 'label' | 'chosen'>) {
  if (chosen === undefined)
    return (
      <>
        {label}
        <IconChevronDown size={14} stroke={2} aria-hidden="true" />
      </>
    )
  return (
    <>
      {label}: <strong>{chosen}</strong>
    </>
  )
}

interface FilterBarProps {
  label: string
  /** The search field, which has its own line where the room is short. */
  search: ReactNode
  /** The chips and buttons. */
  children: ReactNode
  /** At the end of the line. */
  end?: ReactNode
}

export function FilterBar({ label, search, children, end }: FilterBarProps) {
  return (
    <div className={classes.filters} role="search" aria-label={label}>
      <div className={classes.search}>{search}</div>
      <FilterChips>{children}</FilterChips>
      {end}
    </div>
  )
}
