import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useState } from 'react'
import { LANGUAGE_NAMES } from '../../../lib/texts.ts'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { ChoiceFields } from './choice-fields.tsx'
import * as texts from './texts.ts'

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

export function RegistrationSending({ value, onChange }: ComponentProps<typeof ChoiceFields>) {
  const [isOpen, setIsOpen] = useState(false)
  const hasConsent = Object.values(value.consents).some(Boolean)
  return (
    <Sheet>
      <Stack px="md" py="sm">
        <Group gap="xs">
          <Button
            variant="default"
            rightSection={isOpen ? <IconChevronUp {...ICON} /> : <IconChevronDown {...ICON} />}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {texts.languageAndConsent}
          </Button>
          <Text span c="dimmed" size="sm">
            {texts.choiceInWords(LANGUAGE_NAMES[value.language], hasConsent)}
          </Text>
        </Group>
        {isOpen && (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <ChoiceFields value={value} onChange={onChange} />
          </SimpleGrid>
        )}
      </Stack>
    </Sheet>
  )
}
