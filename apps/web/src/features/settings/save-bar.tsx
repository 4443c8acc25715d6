import { Button } from '@mantine/core'
import { SubmitButton } from '../../ui/submit-button.tsx'
import classes from './settings-page.module.css'

interface SaveBarProps {
  isDirty: boolean
  isPending: boolean
  onDiscard: () => void
}

/** Says whether anything waits to be saved, and saves or discards it. */
export function SaveBar({ isDirty, isPending, onDiscard }: SaveBarProps) {
  return (
    <div className={classes.bar}>
      <span className={classes.note} role="status">
        {isDirty && 'You have unsaved changes'}
      </span>
      <Button variant="default" size="md" onClick={onDiscard} disabled={!isDirty || isPending}>
        Discard
      </Button>
      <SubmitButton size="md" isPending={isPending} pendingLabel="Saving..." disabled={!isDirty}>
        Save Changes
      </SubmitButton>
    </div>
  )
}
