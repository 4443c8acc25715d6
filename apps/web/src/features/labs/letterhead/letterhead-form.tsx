import { Button, Checkbox, TextInput } from '@mantine/core'
import type { Letterhead, LetterheadFields, Saved } from '@zelab/contract'
import { letterheadForm } from '@zelab/contract'
import { ACCREDITATION_LENGTH, PICTURE_MAX_KB } from '@zelab/contract/limits'
import { REFUSAL, SUCCESS } from '@zelab/contract/messages'
import { useId } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type { useUpdateLetterhead } from '../../../lib/queries/letterheads.ts'
import { useChangeLetterheadLogo } from '../../../lib/queries/letterheads.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import { AdvancedFields } from '../../../ui/form/advanced-fields.tsx'
import { showRefusal } from '../../../ui/form/field-errors.ts'
import { formResolver } from '../../../ui/form/form-resolver.ts'
import { NumberField } from '../../../ui/form/number-field.tsx'
import { PictureField, StoredPicture } from '../../../ui/form/picture-field.tsx'
import { KEEP_DIRTY, settingsChanges } from '../../../ui/form/settings-changes.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import { CornerField } from './corner-field.tsx'
import { LetterheadFacts } from './letterhead-facts.tsx'
import { LetterheadPreview } from './letterhead-preview.tsx'
import classes from './letterhead-form.module.css'
import * as texts from './texts.tsx'
import type { LetterheadInput, LetterheadUseForm } from './use-letterhead-draft.ts'
import { useLetterheadDraft } from './use-letterhead-draft.ts'

interface LetterheadFormProps {
  labId: number
  letterhead: Saved<Letterhead>
  update: ReturnType<typeof useUpdateLetterhead>
  onClose: () => void
}

/** The fields next to a preview. */
export function LetterheadForm({ labId, letterhead, update, onClose }: LetterheadFormProps) {
  const { isUsed, accreditation, corner, marginX, marginY, showsSignature } = letterhead
  const stored = { isUsed, accreditation: accreditation ?? '', corner, marginX, marginY, showsSignature }
  const form = useForm<LetterheadInput, unknown, LetterheadFields>({
    resolver: formResolver(letterheadForm),
    values: stored,
    resetOptions: KEEP_DIRTY,
    mode: 'onTouched',
  })
  const markSaved = useUnsavedForm(form, { name: `letterhead of lab ${labId}` })
  const draft = useLetterheadDraft(form, { ...stored, accreditation })
  const save = form.handleSubmit((checked) =>
    update.mutate(settingsChanges(form, checked, letterhead), {
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
      <div className={classes.columns}>
        <LetterheadFieldset labId={labId} form={form} logoAddress={letterhead.logoAddress} />
        <div className={classes.result}>
          <LetterheadPreview
            labId={labId}
            draft={draft}
            letterhead={letterhead}
            isSwitchedOff={!useWatch({ control: form.control, name: 'isUsed' })}
          />
          <LetterheadFacts letterhead={letterhead} />
        </div>
      </div>
      <div className={classes.bar}>
        <p className={classes.note}>{texts.keepTheirs}</p>
        <Button variant="default" onClick={onClose} disabled={update.isPending}>
          {texts.cancel}
        </Button>
        <SubmitButton
          isPending={update.isPending}
          pendingLabel={texts.saving}
          disabled={!form.formState.isDirty}
        >
          {texts.saveChanges}
        </SubmitButton>
      </div>
    </form>
  )
}

interface LetterheadFieldsetProps {
  labId: number
  form: LetterheadUseForm
  logoAddress: string | null
}

function LetterheadFieldset({ labId, form, logoAddress }: LetterheadFieldsetProps) {
  const { control, register, formState } = form
  const { errors } = formState
  const isTop = useWatch({ control, name: 'corner' }).startsWith('top')
  return (
    <div className={classes.fields}>
      <Checkbox label={texts.use} description={texts.useHint} {...register('isUsed')} />
      <LogoField labId={labId} address={logoAddress} />
      <TextInput
        label={texts.accreditation}
        description={texts.accreditationHint}
        maxLength={ACCREDITATION_LENGTH.max}
        autoComplete="off"
        error={errors.accreditation?.message}
        {...register('accreditation')}
      />
      <CornerField field={register('corner')} />
      <Checkbox label={texts.signature} description={texts.signatureHint} {...register('showsSignature')} />
      <AdvancedFields hasError={!!errors.marginX || !!errors.marginY}>
        <div className={classes.margins}>
          <Controller
            control={control}
            name="marginX"
            render={({ field }) => (
              <NumberField {...field} label={texts.marginX} error={errors.marginX?.message} />
            )}
          />
          <Controller
            control={control}
            name="marginY"
            render={({ field }) => (
              <NumberField {...field} label={texts.marginY(isTop)} error={errors.marginY?.message} />
            )}
          />
        </div>
      </AdvancedFields>
    </div>
  )
}

function LogoField({ labId, address }: { labId: number; address: string | null }) {
  const change = useChangeLetterheadLogo(labId)
  const labelId = useId()
  const store = async (file: File | null) => {
    await change.mutateAsync(file)
    toastSuccess(file ? SUCCESS.saved : texts.logoRemoved)
  }
  return (
    <div role="group" aria-labelledby={labelId}>
      <p className={classes.label} id={labelId}>
        {texts.logo}
      </p>
      <PictureField
        hasPicture={address !== null}
        labels={texts.logoLabels(PICTURE_MAX_KB)}
        limit={{ kb: PICTURE_MAX_KB, exceeded: REFUSAL.PICTURE_TOO_LARGE }}
        onChange={store}
      >
        <StoredPicture address={address} name={texts.logo} none={texts.noLogo} />
      </PictureField>
    </div>
  )
}
