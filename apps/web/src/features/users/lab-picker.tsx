import { Box, Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { SearchSelect } from '../../ui/form/search-select.tsx'
import { labsQuery } from '../../lib/queries/lookups.ts'
import * as texts from './texts.ts'

interface LabPickerProps {
  name: string
  /** The lab's id as text; empty when none is selected. */
  value: string
  onChange: (labId: string) => void
  onBlur: () => void
  onCreateLab?: () => void
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

export function LabPicker({ value, onChange, onCreateLab, ...rest }: LabPickerProps) {
  const { data: labs, isPending, isError, refetch } = useQuery(labsQuery())
  return (
    <SearchSelect
      {...rest}
      label={texts.lab}
      required
      placeholder={isPending ? texts.loadingLabs : texts.selectALab}
      nothingFoundMessage={isError ? texts.labsNotLoaded : texts.noLabsFound}
      data={labs?.map((lab) => ({ value: String(lab.id), label: lab.name })) ?? []}
      value={value || null}
      onChange={(labId) => onChange(labId ?? '')}
      onDropdownOpen={() => void (isError && refetch())}
      limit={200}
      inputContainer={(field) =>
        !onCreateLab ? (
          field
        ) : (
          <Group gap="xs" align="stretch">
            <Box flex="1 1 14rem">{field}</Box>
            <Button
              h="auto"
              mih="var(--control)"
              variant="default"
              leftSection={<IconPlus size={16} stroke={2} />}
              onClick={onCreateLab}
            >
              {texts.createNewLab}
            </Button>
          </Group>
        )
      }
    />
  )
}
