import { Button, SimpleGrid, Stack } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Hint } from '../display/inline.tsx'
import * as texts from './texts.ts'

interface EntriesProps {
  legend: string
  hint?: string
  entries: readonly { id: string }[]
  nameOf: (number: number) => string
  addLabel: string
  isFull: boolean
  onAdd: () => void
  onRemove: (index: number) => void
  children: (index: number) => ReactNode
}

/** Fields that repeat. After removing an entry, the focus moves to the button that adds one. */
export function Entries({
  legend,
  hint,
  entries,
  nameOf,
  addLabel,
  isFull,
  onAdd,
  onRemove,
  children,
}: EntriesProps) {
  const addButton = useRef<HTMLButtonElement>(null)
  const remove = (index: number) => {
    flushSync(() => onRemove(index))
    addButton.current?.focus()
  }
  return (
    <Stack component="fieldset" gap="xs" align="flex-start">
      <legend>{legend}</legend>
      {hint && <Hint>{hint}</Hint>}
      {entries.map(({ id }, index) => (
        <SimpleGrid
          key={id}
          minColWidth="min(12rem, 100%)"
          autoFlow="auto-fit"
          spacing="xs"
          w="100%"
          pb="xs"
          style={{ alignItems: 'end', borderBlockEnd: '1px solid var(--line)' }}
          role="group"
          aria-label={nameOf(index + 1)}
        >
          {children(index)}
          <div>
            <Button
              size="xs"
              variant="default"
              aria-label={texts.removeNamed(nameOf(index + 1))}
              onClick={() => remove(index)}
            >
              {texts.remove}
            </Button>
          </div>
        </SimpleGrid>
      ))}
      <Button ref={addButton} size="xs" variant="default" disabled={isFull} onClick={onAdd}>
        {addLabel}
      </Button>
    </Stack>
  )
}
