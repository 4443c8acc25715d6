import type { ComponentProps } from 'react'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { ChoiceFields } from './choice-fields.tsx'
import classes from './patient-sending.module.css'
import * as texts from './texts.ts'

/** The part of the registration about sending reports; nothing in it is required. */
export function RegistrationSending(fields: ComponentProps<typeof ChoiceFields>) {
  return (
    <SectionCard title={texts.sendingReports} subtitle={texts.optional}>
      <div className={`${classes.form} ${classes.sideBySide}`}>
        <ChoiceFields {...fields} />
      </div>
    </SectionCard>
  )
}
