import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Visit } from '@zelab/contract'
import { PAYMENTS } from '@zelab/contract/limits'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { patientQuery } from '../../entities/patient/queries.ts'
import { ExpectedTypesField } from '../../entities/visit/expected-types-field.tsx'
import { useSaveVisit } from '../../entities/visit/queries.ts'
import { useCan, useCurrentUser } from '../../lib/session-store.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { fieldProps } from '../../ui/form/form-resolver.ts'
import { AnchorLink } from '../../ui/actions/links.tsx'
import { SearchMultiSelect } from '../../ui/form/search-multi-select.tsx'
import { MomentField } from '../../ui/form/moment-field.tsx'
import { ReferrerField } from './referrer-field.tsx'
import { visitFieldsOf, visitResolver, type CheckedVisit, type VisitFields } from './visit-form.ts'
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
  const payment = useWatch({ control: form.control, name: 'payment' })
  const payments = PAYMENTS.filter(
    (one) => one !== 'waived' || may('visits:waive') || visit?.payment === 'waived',
  )
  return (
    <FormDialog
      title={visit ? texts.editVisit(visit.id) : texts.addVisit}
      name={`visit ${visit?.id ?? `of ${patientId}`}`}
      form={form}
      onSave={({ reportIds, ...fields }) =>
        save.mutateAsync({
          ...fields,
          ...(visit && { updatedAt: visit.updatedAt }),
          // A report that was published for the visit meanwhile stays.
          ...(visit && form.formState.dirtyFields.reportIds && { reportIds }),
        })
      }
      submitLabel={texts.save}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="reportTypeIds"
        render={({ field: { value, onChange } }) => (
          <ExpectedTypesField
            value={value.map(Number)}
            onChange={onChange}
            error={form.formState.errors.reportTypeIds?.message}
          />
        )}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {MOMENTS.map(([name, label]) => (
          <MomentField key={name} label={label} {...fieldProps(form, name)} />
        ))}
        <NativeSelect
          label={texts.payment}
          size="md"
          data={payments.map((value) => ({ value, label: words.PAYMENTS[value] }))}
          {...fieldProps(form, 'payment')}
        />
      </SimpleGrid>
      {payment === 'waived' && (
        <TextInput
          label={texts.waiverReason}
          required
          autoComplete="off"
          readOnly={!may('visits:waive')}
          {...fieldProps(form, 'waiverReason')}
        />
      )}
      <Controller
        control={form.control}
        name="referrerId"
        render={({ field: { value, onChange } }) => (
          <ReferrerField
            labId={labId}
            stored={visit?.referrer ?? null}
            value={value === '' ? null : Number(value)}
            onChange={(id) => onChange(id ?? '')}
            error={form.formState.errors.referrerId?.message}
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
          control={form.control}
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
              error={form.formState.errors.reportIds?.message}
            />
          )}
        />
      )}
      <Textarea label={texts.note} autosize minRows={2} maxRows={5} {...fieldProps(form, 'note')} />
    </FormDialog>
  )
}
