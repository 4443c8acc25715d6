import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useState } from 'react'
import { LANGUAGE_NAMES } from '../../../lib/texts.ts'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { ChoiceFields } from './choice-fields.tsx'
import classes from './patient-sending.module.css'
import * as texts from './texts.ts'

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

export function RegistrationSending({ value, onChange }: ComponentProps<typeof ChoiceFields>) {
  const [isOpen, setIsOpen] = useState(false)
  const hasConsent = Object.values(value.consents).some(Boolean)
  return (
    <Sheet>
      <div className={classes.registration}>
        <div className={classes.toggle}>
          <Button
            variant="default"
            rightSection={isOpen ? <IconChevronUp {...ICON} /> : <IconChevronDown {...ICON} />}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {texts.languageAndConsent}
          </Button>
          <span className={classes.hint}>
            {texts.choiceInWords(LANGUAGE_NAMES[value.language], hasConsent)}
          </span>
        </div>
        {isOpen && (
          <div className={`${classes.form} ${classes.sideBySide}`}>
            <ChoiceFields value={value} onChange={onChange} />
          </div>
        )}
      </div>
    </Sheet>
  )
}
