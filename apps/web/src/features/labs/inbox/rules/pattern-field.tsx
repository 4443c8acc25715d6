import { Button, TextInput } from '@mantine/core'
import { FILE_NAME_FIELDS } from '@zelab/contract'
import { INBOX_PATTERN_LENGTH } from '@zelab/contract/limits'
import { useId } from 'react'
import { Ltr } from '../../../../ui/display/ltr.tsx'
import classes from './rules-form.module.css'
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
    <section className={classes.part} aria-labelledby={headingId}>
      <div>
        <h3 className={classes.heading} id={headingId}>
          {texts.fileNames}
        </h3>
        <p className={classes.hint}>{texts.patternHint}</p>
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
        error={form.formState.errors.fileNamePattern?.message}
        {...form.register('fileNamePattern')}
      />
      <div>
        <ul className={classes.parts}>
          {FILE_NAME_FIELDS.map((name) => (
            <li key={name}>
              <Button
                size="xs"
                variant="default"
                aria-label={texts.insert(`{${name}}`)}
                onClick={() => insert(`{${name}}`)}
              >
                {`{${name}}`}
              </Button>
              <span className={classes.hint}>{texts.PARTS[name]}</span>
            </li>
          ))}
        </ul>
        <p className={classes.hint}>{texts.partsHint}</p>
      </div>
    </section>
  )
}
