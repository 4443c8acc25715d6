import { Button, Radio, Textarea, TextInput } from '@mantine/core'
import type { CriticalOfReport, FormInput, FormOutput } from '@zelab/contract'
import { criticalCallForm, criticalCallProblems } from '@zelab/contract'
import { CALL_OUTCOMES } from '@zelab/contract/limits'
import { useState } from 'react'
import { Controller, useForm, type Resolver } from 'react-hook-form'
import { serverNow } from '../../lib/activity-clock.ts'
import { useRecordCall, type CriticalSubject } from '../../entities/critical/queries.ts'
import { isRefusal } from '../../lib/api-error.ts'
import { localMoment, momentWithZone } from '../../lib/local-moment.ts'
import { useCurrentUser } from '../../lib/session-store.ts'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { showRefusal } from '../../ui/form/field-errors.ts'
import { formResolver } from '../../ui/form/form-resolver.ts'
import { MomentField } from '../../ui/form/moment-field.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../ui/form/unsaved-form.ts'
import * as words from '../../entities/critical/texts.ts'
import classes from './critical.module.css'
import * as texts from './texts.ts'

type Fields = FormInput<typeof criticalCallForm>
type Checked = FormOutput<typeof criticalCallForm>

const checkFields: Resolver<Fields, unknown, Checked> = formResolver(criticalCallForm)

const checkCall: Resolver<Fields, unknown, Checked> = async (fields, context, options) => {
  const moments = { beganAt: momentWithZone(fields.beganAt), endedAt: momentWithZone(fields.endedAt) }
  const result = await checkFields({ ...fields, ...moments } as Fields, context, options)
  if (Object.keys(result.errors).length > 0) return result
  const problems = criticalCallProblems(result.values as Checked, new Date(serverNow()))
  if (problems.length === 0) return result
  return {
    values: {},
    errors: Object.fromEntries(problems.map(({ path, message }) => [path, { type: 'order', message }])),
  }
}

interface CallDialogProps extends Pick<CriticalOfReport, 'referrer'> {
  /** As the page shows it now. */
  subject: CriticalSubject
  /** As `#12`. */
  number: string
  /** A call that is read back closes the result. */
  isOpen: boolean
  onClose: () => void
}

export function CallDialog({ subject, number, isOpen, referrer, onClose }: CallDialogProps) {
  const record = useRecordCall()
  const { fullName } = useCurrentUser()
  // The call is about what the page showed when the dialog opened, until the user was told of a change.
  const [opened, setOpened] = useState<CriticalSubject | undefined>(subject)
  const [now] = useState(() => localMoment(new Date(serverNow()).toISOString()))
  const form = useForm<Fields, unknown, Checked>({
    resolver: checkCall,
    defaultValues: {
      caller: fullName,
      person: referrer?.name ?? '',
      role: referrer?.role ?? '',
      phone: referrer?.phone ?? '',
      beganAt: now,
      endedAt: now,
      readOut: '',
      value: '',
      unit: '',
      identifiers: '',
      outcome: '',
    },
  })
  const { register, control, formState } = form
  const { errors } = formState
  const markSaved = useUnsavedForm(form, { name: `call about report ${number}` })
  const submit = form.handleSubmit((call) =>
    record.mutate(
      { subject: opened ?? subject, call },
      {
        onSuccess: ({ data }) => {
          markSaved()
          const closes = isOpen && data.results[0]?.closed?.as === 'read-back'
          toastSuccess(closes ? texts.closedByCall : texts.callRecorded)
          onClose()
        },
        onError: (error) => {
          if (isRefusal(error, 'CRITICAL_CHANGED')) setOpened(undefined)
          showRefusal(error, form)
        },
      },
    ),
  )
  return (
    <FormModal
      opened
      onClose={() => !record.isPending && onClose()}
      title={texts.callTo(number)}
      size="36rem"
    >
      <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextInput
          label={texts.caller}
          autoComplete="off"
          error={errors.caller?.message}
          {...register('caller')}
        />
        <div className={classes.pair}>
          <TextInput
            label={texts.person}
            required
            autoComplete="off"
            data-autofocus={referrer ? undefined : true}
            error={errors.person?.message}
            {...register('person')}
          />
          <TextInput
            label={texts.role}
            placeholder={texts.roleHint}
            required
            autoComplete="off"
            error={errors.role?.message}
            {...register('role')}
          />
          <TextInput
            label={texts.phone}
            autoComplete="off"
            dir="ltr"
            inputMode="tel"
            error={errors.phone?.message}
            {...register('phone')}
          />
        </div>
        <div className={classes.pair}>
          {(['beganAt', 'endedAt'] as const).map((name) => (
            <MomentField
              key={name}
              label={texts[name]}
              required
              error={errors[name]?.message}
              {...register(name)}
            />
          ))}
        </div>
        <Textarea
          label={texts.readOut}
          autosize
          minRows={2}
          maxRows={6}
          data-autofocus={referrer ? true : undefined}
          error={errors.readOut?.message}
          {...register('readOut')}
        />
        <div className={classes.pair}>
          {(['value', 'unit'] as const).map((name) => (
            <TextInput
              key={name}
              label={texts[name]}
              autoComplete="off"
              dir="auto"
              error={errors[name]?.message}
              {...register(name)}
            />
          ))}
        </div>
        <TextInput
          label={texts.identifiers}
          placeholder={texts.identifiersHint}
          autoComplete="off"
          error={errors.identifiers?.message}
          {...register('identifiers')}
        />
        <Controller
          control={control}
          name="outcome"
          render={({ field: { ref, ...field } }) => (
            <Radio.Group {...field} label={texts.outcome} required error={errors.outcome?.message}>
              <div className={classes.form}>
                {CALL_OUTCOMES.map((value, index) => (
                  <Radio
                    key={value}
                    value={value}
                    label={words.OUTCOMES[value]}
                    {...(index === 0 && { ref })}
                  />
                ))}
              </div>
            </Radio.Group>
          )}
        />
        <p className={classes.none}>{texts.callHint}</p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} disabled={record.isPending}>
            {texts.cancel}
          </Button>
          <SubmitButton isPending={record.isPending} pendingLabel={texts.recording}>
            {texts.record}
          </SubmitButton>
        </div>
      </form>
    </FormModal>
  )
}
