import { Box, Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { TEXT_MAX_LENGTH } from '@zelab/contract/limits'
import { SUCCESS, VALIDATION } from '@zelab/contract/messages'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../../lib/api-error.ts'
import { formatPatientId } from '../../../lib/format.ts'
import { useMergePatients, useRefreshRecords } from '../queries.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import type { Candidate, Picks } from './merge-choice.ts'
import { mergeOf, movedText } from './merge-choice.ts'
import { MergeComparison } from './merge-comparison.tsx'
import classes from './merge.module.css'
import * as texts from '../texts.tsx'

interface MergeFormProps {
  one: Candidate
  other: Candidate
  onChooseAgain: () => void
  /** Called after a refusal, when the records on screen may be outdated. */
  onOutdated: () => void
}

const REASON_MIN_LENGTH = 3

const whoIs = ({ id, fullName }: Candidate) => `${formatPatientId(id)} (${fullName})`

export function MergeForm({ one, other, onChooseAgain, onOutdated }: MergeFormProps) {
  const navigate = useNavigate()
  const mergePatients = useMergePatients()
  const refreshRecords = useRefreshRecords()
  const [survivorId, setSurvivorId] = useState(one.id)
  const [picks, setPicks] = useState<Picks>({})
  const [isAsking, setIsAsking] = useState(false)
  const [survivor, merged] = survivorId === one.id ? [one, other] : [other, one]

  const form = useForm({ defaultValues: { reason: '' } })
  const settle = useUnsavedForm(form, { name: 'merge' })
  const ask = form.handleSubmit(() => setIsAsking(true))
  const merge = async () => {
    try {
      await mergePatients.mutateAsync(mergeOf(survivor, merged, picks, form.getValues('reason').trim()))
    } catch {
      setIsAsking(false)
      onOutdated()
      return
    }
    settle()
    toastSuccess(SUCCESS.patientsMerged)
    const params = { patientId: String(survivor.id) }
    await navigate({ to: '/user/patients/view/$patientId', params, replace: true })
    refreshRecords()
  }

  return (
    <form onSubmit={(event) => void ask(event)} noValidate>
      <Stack>
        {mergePatients.error && (
          <Notice tone="negative" role="alert" title={texts.notMerged}>
            {messageOf(mergePatients.error)}
          </Notice>
        )}
        <SimpleGrid minColWidth="min(20rem, 100%)" autoFlow="auto-fit" spacing="sm">
          <PatientStrip patient={one} label={formatPatientId(one.id)} />
          <PatientStrip patient={other} label={formatPatientId(other.id)} />
        </SimpleGrid>
        <SectionCard title={texts.compareBothRecords} subtitle={texts.pickWhatIsRight} isFlush>
          <MergeComparison
            pair={[one, other]}
            survivor={survivor}
            merged={merged}
            picks={picks}
            onPick={(field, id) => setPicks({ ...picks, [field]: id })}
            onPickSurvivor={(id) => {
              setSurvivorId(id)
              // The surviving record determines the default values.
              setPicks({})
            }}
          />
        </SectionCard>
        <SectionCard title={texts.whatHappens}>
          <Box component="ul" mt={0} mb="md" ps="md" mx={0}>
            <li>
              {texts.whatGoes(formatPatientId(merged.id), formatPatientId(survivor.id), movedText(merged))}
            </li>
            <li>{texts.leavesLists(formatPatientId(merged.id), formatPatientId(survivor.id))}</li>
            <li>{texts.mergeCanBeUndone}</li>
          </Box>
          <TextInput
            label={texts.reason}
            required
            autoComplete="off"
            maxLength={TEXT_MAX_LENGTH}
            error={form.formState.errors.reason?.message}
            {...form.register('reason', {
              validate: (reason) => reason.trim().length >= REASON_MIN_LENGTH || VALIDATION.mergeReason,
            })}
          />
        </SectionCard>
        <Group align="stretch" justify="flex-end" gap="xs">
          <ChooseAnotherRecord onClick={onChooseAgain} />
          <SubmitButton size="md" isPending={mergePatients.isPending} pendingLabel={texts.merging}>
            {texts.mergeRecords}
          </SubmitButton>
        </Group>
        <ConfirmDialog
          isOpen={isAsking}
          title={texts.askMergeRecords}
          message={texts.mergeQuestion(whoIs(merged), whoIs(survivor), movedText(merged))}
          confirmLabel={texts.merge}
          pendingLabel={texts.merging}
          isPending={mergePatients.isPending}
          onConfirm={() => void merge()}
          onCancel={() => setIsAsking(false)}
        >
          <Stack gap={4} mt="md">
            <p className={classes.role}>{texts.recordThatStays}</p>
            <PatientStrip patient={survivor} label={texts.recordThatStays} />
            <p className={classes.role}>{texts.recordThatGoes}</p>
            <PatientStrip patient={merged} label={texts.recordThatGoes} />
          </Stack>
        </ConfirmDialog>
      </Stack>
    </form>
  )
}

export function ChooseAnotherRecord({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="default" size="md" onClick={onClick}>
      {texts.chooseAnotherRecord}
    </Button>
  )
}
