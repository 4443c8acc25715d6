import { Box, Button, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Visit } from '@zelab/contract'
import { PAYMENTS } from '@zelab/contract/limits'
import { useState } from 'react'
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { PatientHead } from '../../entities/patient/patient-head.tsx'
import { ExpectedTypesField } from '../../entities/visit/expected-types-field.tsx'
import { readyTimesQuery } from '../../entities/visit/queries.ts'
import { labMomentInWords, localMoment, momentWithZone } from '../../lib/local-moment.ts'
import { useCan, useCurrentUser } from '../../lib/session-store.ts'
import { AdvancedFields } from '../../ui/form/advanced-fields.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { fieldProps } from '../../ui/form/form-resolver.ts'
import { serverNow } from '../../lib/activity-clock.ts'
import { AnchorLink } from '../../ui/actions/links.tsx'
import { SearchMultiSelect } from '../../ui/form/search-multi-select.tsx'
import { MomentField } from '../../ui/form/moment-field.tsx'
import { ReferrerField } from '../../entities/visit/referrer-field.tsx'
import { visitFieldsOf, visitResolver, type CheckedVisit, type VisitFields } from './visit-form.ts'
import * as words from '../../entities/visit/texts.ts'
import * as texts from './texts.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { pageApi } from '../../lib/page-api.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { api } from '../../lib/api-client.ts'

interface VisitDialogProps {
  patientId: number
  labId: number
  visit: Visit | undefined
  onClose: () => void
}

type Form = UseFormReturn<VisitFields, unknown, CheckedVisit>

export function VisitDialog({ patientId, labId, visit, onClose }: VisitDialogProps) {
  const may = useCan()
  const { lab } = useCurrentUser()
  const add = useEndpoint(pageApi.visits.addVisit, { id: patientId })
  const update = useEndpoint(pageApi.visits.updateVisit, { id: visit?.id ?? 0 })
  const { data: patient } = useQuery(endpointQuery(api.patients.getById, { params: { id: patientId } }))
  const form = useForm<VisitFields, unknown, CheckedVisit>({
    resolver: visitResolver(visit),
    defaultValues: visitFieldsOf(visit),
  })
  // Only a referrer that was chosen here is certain.
  const isReferrerUncertain = visit !== undefined && visit.referrer !== null && !visit.isReferrerCertain
  const [hasChosenReferrer, setHasChosenReferrer] = useState(!visit)
  const payment = useWatch({ control: form.control, name: 'payment' })
  const payments = PAYMENTS.filter(
    (one) => one !== 'waived' || may('visits:waive') || visit?.payment === 'waived',
  )
  return (
    <FormDialog
      title={visit ? texts.editVisit(visit.id) : texts.addVisit}
      name={`visit ${visit?.id ?? `of ${patientId}`}`}
      head={<PatientHead patientId={patientId} />}
      form={form}
      onSave={({ reportIds, referrerId, ...fields }) =>
        (visit ? update : add).mutateAsync({
          ...fields,
          ...(hasChosenReferrer && { referrerId }),
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
            isFirst
            value={value.map(Number)}
            onChange={onChange}
            error={form.formState.errors.reportTypeIds?.message}
          />
        )}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Stack gap="xs">
          <MomentField label={texts.promisedAt} form={form} name="promisedAt" />
          <ProposedPromise labId={labId} form={form} />
        </Stack>
        <NativeSelect
          label={texts.payment}
          size="md"
          data={payments.map((value) => ({ value, label: words.PAYMENTS[value] }))}
          {...fieldProps(form, 'payment')}
        />
      </SimpleGrid>
      <Times form={form} isNew={!visit} />
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
            onChange={(id) => {
              setHasChosenReferrer(true)
              onChange(id ?? '')
            }}
            description={
              isReferrerUncertain && !hasChosenReferrer ? texts.uncertainReferrer : texts.referrerHint
            }
            error={form.formState.errors.referrerId?.message}
          />
        )}
      />
      <TextInput
        label={texts.orderNumber}
        description={texts.orderNumberHint}
        autoComplete="off"
        {...fieldProps(form, 'orderNumber')}
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

/** Undefined while it is typed. */
const momentOf = (typed: string): string | undefined => {
  const at = momentWithZone(typed)
  return typeof at === 'string' && at !== typed ? at : undefined
}

/** The lab's target of the last report: one click promises it. */
function ProposedPromise({ labId, form }: { labId: number; form: Form }) {
  const [types, receivedAt = '', promisedAt] = useWatch({
    control: form.control,
    name: ['reportTypeIds', 'receivedAt', 'promisedAt'],
  })
  const { data = [] } = useQuery(
    readyTimesQuery(labId, (types ?? []).map(Number), momentOf(String(receivedAt))),
  )
  const latest = data
    .flatMap(({ targetAt }) => targetAt ?? [])
    .sort()
    .at(-1)
  if (promisedAt || latest === undefined || Date.parse(latest) < serverNow()) return null
  return (
    <Box>
      <Button
        size="xs"
        variant="default"
        onClick={() =>
          form.setValue('promisedAt', localMoment(latest), { shouldDirty: true, shouldValidate: true })
        }
      >
        {texts.promise(labMomentInWords(latest))}
      </Button>
    </Box>
  )
}

/** Folded, because a visit at the counter is received now. */
function Times({ form, isNew }: { form: Form; isNew: boolean }) {
  const receivedAt = useWatch({ control: form.control, name: 'receivedAt' })
  const { errors, dirtyFields } = form.formState
  const at = momentOf(String(receivedAt ?? ''))
  return (
    <AdvancedFields
      label={
        isNew && !dirtyFields.receivedAt
          ? texts.receivedNow
          : at
            ? texts.receivedAtTime(labMomentInWords(at))
            : texts.notReceived
      }
      hasError={errors.collectedAt !== undefined || errors.receivedAt !== undefined}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <MomentField label={texts.collectedAt} form={form} name="collectedAt" />
        <MomentField label={texts.receivedAt} form={form} name="receivedAt" />
      </SimpleGrid>
    </AdvancedFields>
  )
}
