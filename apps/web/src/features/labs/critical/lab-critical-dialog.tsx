import { Button, Checkbox, Modal, MultiSelect, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CriticalSettings } from '@zelab/contract'
import { CRITICAL_TARGETS } from '@zelab/contract/limits'
import { SUCCESS } from '@zelab/contract/messages'
import { useState, type FormEvent } from 'react'
import { useUpdateCriticalSettings } from '../../../entities/critical/queries.ts'
import { labStaffQuery } from '../../../lib/queries/labs.ts'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import classes from '../visits/lab-visits.module.css'
import * as words from '../texts.ts'
import * as texts from './texts.ts'

interface LabCriticalDialogProps {
  labId: number
  settings: CriticalSettings
  onClose: () => void
}

/** A page of the staff list; larger labs name people among the first. */
const STAFF = { page: 1, limit: 100 }

const idsOf = (people: CriticalSettings['halfway']) => people.map(({ id }) => String(id))

export function LabCriticalDialog({ labId, settings, onClose }: LabCriticalDialogProps) {
  const update = useUpdateCriticalSettings(labId)
  const { data: staff } = useQuery(labStaffQuery(labId, STAFF))
  const [isOn, setIsOn] = useState(settings.isOn)
  const [target, setTarget] = useState(String(settings.targetMinutes))
  const [halfway, setHalfway] = useState(idsOf(settings.halfway))
  const [overdue, setOverdue] = useState(idsOf(settings.overdue))
  const known = new Map(
    [...settings.halfway, ...settings.overdue].map(({ id, fullName }) => [String(id), fullName]),
  )
  for (const { id, fullName, status } of staff?.data ?? [])
    if (status === 'active') known.set(String(id), fullName)
  const people = Array.from(known, ([value, label]) => ({ value, label }))
  const save = (event: FormEvent) => {
    event.preventDefault()
    update.mutate(
      {
        isOn,
        targetMinutes: Number(target),
        halfwayUserIds: halfway.map(Number),
        overdueUserIds: overdue.map(Number),
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
  const choice = {
    ...{ searchable: true, selectFirstOptionOnChange: true, openOnFocus: false, hidePickedOptions: true },
    data: people,
  }
  return (
    <Modal
      opened
      onClose={() => !update.isPending && onClose()}
      title={texts.criticalResults}
      size="36rem"
      closeOnClickOutside={false}
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
        <MultiSelect
          {...choice}
          label={texts.halfway}
          description={texts.chooseNobody}
          nothingFoundMessage={texts.noneFound}
          value={halfway}
          onChange={setHalfway}
        />
        <MultiSelect
          {...choice}
          label={texts.overdue}
          description={texts.overdueHint}
          nothingFoundMessage={texts.noneFound}
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
    </Modal>
  )
}
