import { Button } from '@mantine/core'
import { softDisabled } from '../../ui/actions/soft-disabled.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import classes from './settings-page.module.css'
import * as words from '../../ui/texts.ts'
import * as texts from './texts.ts'

/** For an explicit `reset`, which would otherwise keep edited fields as well. */
export const DISCARD_DIRTY = { keepDirtyValues: false } as const

interface SaveBarProps {
  isDirty: boolean
  isPending: boolean
  onDiscard: () => void
}

export function SaveBar({ isDirty, isPending, onDiscard }: SaveBarProps) {
  return (
    <div className={classes.bar}>
      <span className={classes.note} role="status">
        {isDirty && texts.unsavedChanges}
      </span>
      <Button variant="default" size="md" {...softDisabled(!isDirty || isPending, onDiscard)}>
        {words.discard}
      </Button>
      <SubmitButton size="md" isPending={isPending} pendingLabel={words.saving} disabled={!isDirty}>
        {words.saveChanges}
      </SubmitButton>
    </div>
  )
}
