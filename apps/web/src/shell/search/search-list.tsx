import { Box, Group, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { Isolated } from '../../ui/display/inline.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import classes from './search.module.css'
import type { SearchGroup, SearchOption } from './search-groups.tsx'
import * as texts from './texts.tsx'

interface SearchListProps {
  id: string
  groups: readonly SearchGroup[]
  idOf: (option: SearchOption) => string
  active: SearchOption | undefined
  onPoint: (option: SearchOption) => void
}

/** Listbox of the search. The focus stays in the field, which references the active option. */
export function SearchList({ id, groups, idOf, active, onPoint }: SearchListProps) {
  const activeId = active && idOf(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <Box id={id} role="listbox" aria-label={texts.results} p="xs">
      {groups.map(({ label, options }) => (
        <div key={label} role="group" aria-label={label} className={classes.group}>
          <Text component="div" pt="xs" pb={4} px="xs" c="dimmed" size="xs" fw={500} aria-hidden="true">
            {label}
          </Text>
          {options.map((option) => (
            <div
              key={option.key}
              id={idOf(option)}
              role="option"
              aria-selected={option === active}
              className={classes.option}
              onMouseMove={() => option !== active && onPoint(option)}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={option.choose}
            >
              <option.icon size={18} stroke={1.75} aria-hidden="true" />
              <Stack component="span" gap={0} flex={1} miw={0}>
                <Group component="span" gap="0.125rem var(--mantine-spacing-xs)">
                  <span className={classes.title}>
                    <Isolated>{option.title}</Isolated>
                  </span>
                  {option.chips}
                </Group>
                {option.detail && <span className={classes.detail}>{option.detail}</span>}
              </Stack>
              {option.isSimilar && (
                <StatusBadge tone="neutral" icon={null}>
                  {texts.similarName}
                </StatusBadge>
              )}
            </div>
          ))}
        </div>
      ))}
    </Box>
  )
}
