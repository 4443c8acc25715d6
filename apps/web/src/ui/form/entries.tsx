import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../actions/icon-button.tsx'
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
    <Stack component="fieldset" gap="xs" justify="stretch">
      <legend>{legend}</legend>
      {hint && <Hint>{hint}</Hint>}
      {entries.map(({ id }, index) => (
        <Group
          key={id}
          wrap="nowrap"
          align="end"
          gap="xs"
          pb="xs"
          style={{ borderBlockEnd: '1px solid var(--line)' }}
          role="group"
          aria-label={nameOf(index + 1)}
        >
          <SimpleGrid
            minColWidth="min(10rem, 100%)"
            autoFlow="auto-fit"
            spacing="xs"
            flex={1}
            style={{ alignItems: 'end' }}
          >
            {children(index)}
          </SimpleGrid>
          <IconButton label={texts.removeNamed(nameOf(index + 1))} onClick={() => remove(index)}>
            <IconTrash size={18} stroke={1.75} aria-hidden="true" />
          </IconButton>
        </Group>
      ))}
      <Group>
        <Button ref={addButton} size="xs" variant="default" disabled={isFull} onClick={onAdd}>
          {addLabel}
        </Button>
      </Group>
    </Stack>
  )
}
