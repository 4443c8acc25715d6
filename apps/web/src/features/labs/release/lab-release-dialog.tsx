import { Button, Checkbox, Radio, Stack } from '@mantine/core'
import type { FormInput, FormOutput, ReleaseSettings, Saved } from '@zelab/contract'
import { releaseSettingsBody } from '@zelab/contract'
import { ALL_REPORT_TYPES, RELEASE_RULES } from '@zelab/contract/limits'
import { SUCCESS } from '@zelab/contract/messages'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import { FormModal } from '../../../ui/form/form-modal.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import { showRefusal } from '../../../ui/form/field-errors.ts'
import { formResolver } from '../../../ui/form/form-resolver.ts'
import { SearchMultiSelect } from '../../../ui/form/search-multi-select.tsx'
import { KEEP_DIRTY, settingsChanges } from '../../../ui/form/settings-changes.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import classes from '../sending/lab-sending-dialog.module.css'
import * as words from '../texts.ts'
import { useUpdateReleaseSettings } from './queries.ts'
import * as texts from './texts.ts'

interface LabReleaseDialogProps {
  labId: number
  settings: Saved<ReleaseSettings>
  onClose: () => void
}

export function LabReleaseDialog(props: LabReleaseDialogProps) {
  return (
    <FormModal opened onClose={props.onClose} title={texts.release} size="36rem">
      <LabReleaseForm {...props} />
    </FormModal>
  )
}

function LabReleaseForm({ labId, settings, onClose }: LabReleaseDialogProps) {
  const update = useUpdateReleaseSettings(labId)
  const form = useForm<
    FormInput<typeof releaseSettingsBody>,
    unknown,
    FormOutput<typeof releaseSettingsBody>
  >({
    resolver: formResolver(releaseSettingsBody),
    values: settings,
    resetOptions: KEEP_DIRTY,
  })
  const { control, register, formState } = form
  const { errors, isDirty } = formState
  const types = useAppDataStore((state) => state.reportTypes)
  const rule = useWatch({ control, name: 'twoPersons' })
  const markSaved = useUnsavedForm(form, { name: `release of lab ${labId}` })
  const save = form.handleSubmit((checked) =>
    update.mutate(settingsChanges(form, checked, settings), {
      onSuccess: () => {
        markSaved()
        toastSuccess(SUCCESS.saved)
        onClose()
      },
      onError: (error) => showRefusal(error, form),
    }),
  )
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      <Controller
        control={control}
        name="twoPersons"
        render={({ field }) => (
          <Radio.Group {...field} label={texts.who}>
            <Stack gap="sm" mt="xs">
              {RELEASE_RULES.map((one) => (
                <Radio key={one} value={one} label={texts.RULES[one]} description={texts.RULE_HINTS[one]} />
              ))}
            </Stack>
          </Radio.Group>
        )}
      />
      {rule === 'types' && (
        <Controller
          control={control}
          name="reportTypeIds"
          render={({ field: { value, onChange, onBlur } }) => (
            <SearchMultiSelect
              label={texts.types}
              nothingFoundMessage={texts.noTypeFound}
              data={types
                .filter(({ id }) => id !== ALL_REPORT_TYPES.id)
                .map(({ id, title }) => ({ value: String(id), label: title }))}
              value={value.map(String)}
              onChange={(ids) => onChange(ids.map(Number))}
              onBlur={onBlur}
              error={errors.reportTypeIds?.message}
            />
          )}
        />
      )}
      {rule !== 'none' && (
        <>
          <Checkbox
            label={texts.technicians}
            description={texts.techniciansHint}
            {...register('techniciansRelease')}
          />
          <Checkbox
            label={texts.allowsAlone}
            description={texts.allowsAloneHint}
            {...register('allowsAlone')}
          />
        </>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} disabled={update.isPending}>
          {words.cancel}
        </Button>
        <SubmitButton isPending={update.isPending} pendingLabel={words.saving} disabled={!isDirty}>
          {words.saveChanges}
        </SubmitButton>
      </div>
    </form>
  )
}
