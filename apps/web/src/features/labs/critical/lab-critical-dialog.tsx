import { Button, Checkbox, NativeSelect } from '@mantine/core'
import type { CriticalSettings, Saved } from '@zelab/contract'
import { CRITICAL_TARGETS } from '@zelab/contract/limits'
import { SUCCESS } from '@zelab/contract/messages'
import { useState, type FormEvent } from 'react'
import { useUpdateCriticalSettings } from '../../../entities/critical/queries.ts'
import { FormModal } from '../../../ui/form/form-modal.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { StaffField } from './staff-field.tsx'
import classes from '../visits/lab-visits.module.css'
import * as words from '../texts.ts'
import * as texts from './texts.ts'

interface LabCriticalDialogProps {
  labId: number
  settings: Saved<CriticalSettings>
  onClose: () => void
}

const idsOf = (people: CriticalSettings['halfway']) => people.map(({ id }) => id)

export function LabCriticalDialog({ labId, settings, onClose }: LabCriticalDialogProps) {
  const update = useUpdateCriticalSettings(labId)
  const [opened] = useState(settings)
  const [isOn, setIsOn] = useState(settings.isOn)
  const [target, setTarget] = useState(String(settings.targetMinutes))
  const [halfway, setHalfway] = useState(settings.halfway)
  const [overdue, setOverdue] = useState(settings.overdue)
  const save = (event: FormEvent) => {
    event.preventDefault()
    update.mutate(
      {
        ...(isOn !== opened.isOn && { isOn }),
        ...(Number(target) !== opened.targetMinutes && { targetMinutes: Number(target) }),
        ...(halfway !== opened.halfway && { halfwayUserIds: idsOf(halfway) }),
        ...(overdue !== opened.overdue && { overdueUserIds: idsOf(overdue) }),
        updatedAt: opened.updatedAt,
      },
      {
        onSuccess: () => {
          toastSuccess(SUCCESS.saved)
          onClose()
        },
        onError: (error) => toastError(error),
      },
    )
  }
  return (
    <FormModal
      opened
      isChanged={
        isOn !== opened.isOn ||
        Number(target) !== opened.targetMinutes ||
        halfway !== opened.halfway ||
        overdue !== opened.overdue
      }
      onClose={() => !update.isPending && onClose()}
      title={texts.criticalResults}
      size="36rem"
    >
      <form className={classes.form} noValidate onSubmit={save}>
        <Checkbox
          label={texts.use}
          description={texts.useHint}
          checked={isOn}
          data-autofocus
          onChange={({ currentTarget }) => setIsOn(currentTarget.checked)}
        />
        <NativeSelect
          label={texts.target}
          size="md"
          data={CRITICAL_TARGETS.map((minutes) => ({
            value: String(minutes),
            label: texts.minutes(minutes),
          }))}
          value={target}
          onChange={({ currentTarget }) => setTarget(currentTarget.value)}
        />
        <StaffField
          labId={labId}
          label={texts.halfway}
          description={texts.halfwayHint}
          value={halfway}
          onChange={setHalfway}
        />
        <StaffField
          labId={labId}
          label={texts.overdue}
          description={texts.overdueHint}
          value={overdue}
          onChange={setOverdue}
        />
        <p className={classes.none}>{texts.channels}</p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} disabled={update.isPending}>
            {words.cancel}
          </Button>
          <SubmitButton isPending={update.isPending} pendingLabel={words.saving}>
            {words.saveChanges}
          </SubmitButton>
        </div>
      </form>
    </FormModal>
  )
}
