import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Visit } from '@zelab/contract'
import { PAYMENTS } from '@zelab/contract/limits'
import { SUCCESS } from '@zelab/contract/messages'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { patientQuery } from '../../entities/patient/queries.ts'
import { ExpectedTypesField } from '../../entities/visit/expected-types-field.tsx'
import { useSaveVisit } from '../../entities/visit/queries.ts'
import { useCan, useCurrentUser } from '../../lib/session-store.ts'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { AnchorLink } from '../../ui/actions/links.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { showRefusal } from '../../ui/form/field-errors.ts'
import { SearchMultiSelect } from '../../ui/form/search-multi-select.tsx'
import { MomentField } from '../../ui/form/moment-field.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../ui/form/unsaved-form.ts'
import { ReferrerField } from './referrer-field.tsx'
import { visitFieldsOf, visitResolver, type CheckedVisit, type VisitFields } from './visit-form.ts'
import classes from './visits.module.css'
import * as words from '../../entities/visit/texts.ts'
import * as texts from './texts.ts'

interface VisitDialogProps {
  patientId: number
  labId: number
  visit: Visit | undefined
  onClose: () => void
}

const MOMENTS = [
  ['promisedAt', texts.promisedAt],
  ['collectedAt', texts.collectedAt],
  ['receivedAt', texts.receivedAt],
] as const

export function VisitDialog({ patientId, labId, visit, onClose }: VisitDialogProps) {
  const may = useCan()
  const { lab } = useCurrentUser()
  const save = useSaveVisit(patientId, visit?.id)
  const { data: patient } = useQuery(patientQuery(patientId))
  const form = useForm<VisitFields, unknown, CheckedVisit>({
    resolver: visitResolver(visit),
    defaultValues: visitFieldsOf(visit),
  })
  const { register, control, formState } = form
  const { errors, dirtyFields } = formState
  const markSaved = useUnsavedForm(form, { name: `visit ${visit?.id ?? `of ${patientId}`}` })
  const payment = useWatch({ control, name: 'payment' })
  const submit = form.handleSubmit((checked) => {
    const { reportIds, ...fields } = checked
    save.mutate(
      {
        ...fields,
        ...(visit && { updatedAt: visit.updatedAt }),
        // A report that was published for the visit meanwhile stays.
        ...(visit && dirtyFields.reportIds && { reportIds }),
      },
      {
        onSuccess: () => {
          markSaved()
          toastSuccess(SUCCESS.saved)
          onClose()
        },
        onError: (error) => showRefusal(error, form),
      },
    )
  })
  const payments = PAYMENTS.filter(
    (one) => one !== 'waived' || may('visits:waive') || visit?.payment === 'waived',
  )
  return (
    <FormModal
      opened
      onClose={() => !save.isPending && onClose()}
      title={visit ? texts.editVisit(visit.id) : texts.addVisit}
      size="36rem"
    >
      <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        <Controller
          control={control}
          name="reportTypeIds"
          render={({ field: { value, onChange } }) => (
            <ExpectedTypesField
              value={value.map(Number)}
              onChange={onChange}
              error={errors.reportTypeIds?.message}
            />
          )}
        />
        <div className={classes.pair}>
          {MOMENTS.map(([name, label]) => (
            <MomentField key={name} label={label} error={errors[name]?.message} {...register(name)} />
          ))}
          <NativeSelect
            label={texts.payment}
            size="md"
            data={payments.map((value) => ({ value, label: words.PAYMENTS[value] }))}
            error={errors.payment?.message}
            {...register('payment')}
          />
        </div>
        {payment === 'waived' && (
          <TextInput
            label={texts.waiverReason}
            required
            autoComplete="off"
            readOnly={!may('visits:waive')}
            error={errors.waiverReason?.message}
            {...register('waiverReason')}
          />
        )}
        <Controller
          control={control}
          name="referrerId"
          render={({ field: { value, onChange } }) => (
            <ReferrerField
              labId={labId}
              stored={visit?.referrer ?? null}
              value={value === '' ? null : Number(value)}
              onChange={(id) => onChange(id ?? '')}
              error={errors.referrerId?.message}
            />
          )}
        />
        {lab && (
          <AnchorLink to="/user/referrers" target="_blank" size="sm" underline="always">
            {texts.manageReferrers}
          </AnchorLink>
        )}
        {visit && (
          <Controller
            control={control}
            name="reportIds"
            render={({ field: { value, onChange } }) => (
              <SearchMultiSelect
                label={texts.reports}
                description={texts.reportsHint}
                nothingFoundMessage={texts.noReportFound}
                data={(patient?.reports ?? visit.reports).map(({ id, title }) => ({
                  value: String(id),
                  label: `#${id} ${title}`,
                }))}
                value={value.map(String)}
                onChange={(ids) => onChange(ids.map(Number))}
                error={errors.reportIds?.message}
              />
            )}
          />
        )}
        <Textarea
          label={texts.note}
          autosize
          minRows={2}
          maxRows={5}
          error={errors.note?.message}
          {...register('note')}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} disabled={save.isPending}>
            {texts.cancel}
          </Button>
          <SubmitButton isPending={save.isPending} pendingLabel={texts.saving}>
            {texts.save}
          </SubmitButton>
        </div>
      </form>
    </FormModal>
  )
}
