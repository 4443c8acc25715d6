import { Button, Group, SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import { FILE_NAME_FIELDS } from '@zelab/contract'
import { INBOX_PATTERN_LENGTH } from '@zelab/contract/limits'
import { useId } from 'react'
import { Hint, Ltr } from '../../../ui/display/inline.tsx'
import { fieldProps } from '../../../ui/form/form-resolver.ts'
import type { RulesUseForm } from './rules-form.ts'
import * as texts from './texts.tsx'

export function PatternField({ form }: { form: RulesUseForm }) {
  const id = useId()
  const headingId = useId()
  const insert = (part: string) => {
    const input = document.getElementById(id)
    if (!(input instanceof HTMLInputElement)) return
    input.setRangeText(part, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
    // A native input event, so that the form registers the change.
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.focus()
  }
  return (
    <Stack component="section" gap="sm" aria-labelledby={headingId}>
      <div>
        <Title order={3} id={headingId}>
          {texts.fileNames}
        </Title>
        <Hint>{texts.patternHint}</Hint>
      </div>
      <TextInput
        id={id}
        label={texts.fileNamePattern}
        description={texts.patternExample(
          <Ltr>{texts.EXAMPLE_PATTERN}</Ltr>,
          <Ltr>{texts.EXAMPLE_FILE}</Ltr>,
        )}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={INBOX_PATTERN_LENGTH.max}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        data-autofocus
        {...fieldProps(form, 'fileNamePattern')}
      />
      <div>
        <SimpleGrid component="ul" minColWidth="19rem" spacing="xs" mb="xs">
          {FILE_NAME_FIELDS.map((name) => (
            <Group component="li" key={name} gap="xs" wrap="nowrap">
              <Button
                flex="none"
                size="xs"
                variant="default"
                aria-label={texts.insert(`{${name}}`)}
                onClick={() => insert(`{${name}}`)}
              >
                {`{${name}}`}
              </Button>
              <Hint span>{texts.PARTS[name]}</Hint>
            </Group>
          ))}
        </SimpleGrid>
        <Hint>{texts.partsHint}</Hint>
      </div>
    </Stack>
  )
}
