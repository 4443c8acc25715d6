import { Box, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { REMARK_LENGTH, REPORT_TITLE_LENGTH } from '@zelab/contract/limits'
import { useMergedRef } from '@mantine/hooks'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  useController,
  useWatch,
  type FieldValues,
  type UseFormReturn,
  type FieldErrors,
  type Resolver,
} from 'react-hook-form'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import { fieldProps, formResolver } from '../../../ui/form/form-resolver.ts'
import { ReportTypePicker } from '../report-type-picker.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { isPrefilled, typeNamedInFile, typeNamedInTitle } from '../title-type-mismatch.ts'
import * as texts from '../texts.ts'
import type { FormInput, FormOutput, FormSchema } from '@zelab/contract'
import { VALIDATION } from '@zelab/contract/messages'

/** Renders the button for a new report type; calls back with its id. */
export type RenderNewReportType = (onAdded: (id: number) => void) => ReactNode

/** Renders the choice of the visit that the report belongs to. */
export type RenderVisit = (choice: {
  patientId: number
  reportTypeId: string
  value: string
  onChange: (id: string) => void
  error: string | undefined
}) => ReactNode

/** The fields that every form of a report has. */
interface ReportValues {
  title: string
  remark: string
  reportTypeId: string
  patientId: number | ''
  visitId: string
}

const reportFormOf = <Fields extends FieldValues, Checked>(form: UseFormReturn<Fields, unknown, Checked>) =>
  // A form's type is invariant in its fields, but each of these forms has the fields that it shows.
  form as unknown as UseFormReturn<ReportValues>

interface ReportFieldsProps<Fields extends FieldValues, Checked> {
  form: UseFormReturn<Fields, unknown, Checked>
  /** Name of the uploaded file, which may suggest the type. */
  fileName?: string | undefined
  renderNewReportType?: RenderNewReportType
}

/** Type, title and remark. The title follows the type until the user edits it. */
export function ReportFields<Fields extends FieldValues, Checked>({
  fileName,
  renderNewReportType,
  ...props
}: ReportFieldsProps<Fields, Checked>) {
  const form = reportFormOf(props.form)
  const { control, formState, setValue, getValues } = form
  // Registered before the title, so that the focus goes to the first invalid field.
  const {
    field: { ref: focusType, ...reportType },
    fieldState: { error },
  } = useController({ control, name: 'reportTypeId' })
  const remark = useWatch({ control, name: 'remark' }) ?? ''
  const typeInput = useRef<HTMLInputElement>(null)
  const typeRef = useMergedRef(typeInput, focusType)
  const [addedType, setAddedType] = useState<number>()
  const chooseType = (id: string) => {
    setValue('reportTypeId', id, { shouldDirty: true, shouldValidate: formState.isSubmitted })
    // Read at call time, because the type may have just been added.
    const { reportTypes } = useAppDataStore.getState()
    const chosen = reportTypes.find((type) => String(type.id) === id)
    if (!chosen || chosen.title.length < REPORT_TITLE_LENGTH.min) return
    if (isPrefilled(getValues('title'), reportTypes))
      setValue('title', chosen.title, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  const proposeType = useEffectEvent((name: string) => {
    // Typed text that has chosen nothing yet stays.
    if (getValues('reportTypeId') !== '' || typeInput.current?.value) return
    const named = typeNamedInFile(name, useAppDataStore.getState().reportTypes)
    if (named) chooseType(String(named.id))
  })
  useEffect(() => {
    if (fileName !== undefined) proposeType(fileName)
  }, [fileName])
  return (
    <>
      <Box pos="relative">
        <ReportTypePicker
          // An added type replaces the text that was typed.
          key={addedType}
          value={String(reportType.value)}
          onChange={chooseType}
          onBlur={reportType.onBlur}
          ref={typeRef}
          error={error?.message}
        />
        {renderNewReportType?.((id) => {
          setAddedType(id)
          chooseType(String(id))
        })}
      </Box>
      <TextInput label={texts.reportTitle} required autoComplete="off" {...fieldProps(form, 'title')} />
      <Textarea
        label={texts.remark}
        description={texts.remarkLength(remark.trim().length, REMARK_LENGTH.max)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={3}
        maxRows={6}
        {...fieldProps(form, 'remark')}
      />
    </>
  )
}

interface VisitFieldProps<Fields extends FieldValues, Checked> {
  form: UseFormReturn<Fields, unknown, Checked>
  render: RenderVisit
}

/** Nothing until the patient is chosen. */
export function VisitField<Fields extends FieldValues, Checked>({
  render,
  ...props
}: VisitFieldProps<Fields, Checked>) {
  const { control } = reportFormOf(props.form)
  const [patientId, reportTypeId] = useWatch({ control, name: ['patientId', 'reportTypeId'] })
  const { field, fieldState } = useController({ control, name: 'visitId' })
  if (patientId === '') return null
  return render({
    patientId: Number(patientId),
    reportTypeId: String(reportTypeId),
    value: String(field.value ?? ''),
    onChange: field.onChange,
    error: fieldState.error?.message,
  })
}

interface ReasonFieldsProps<Fields extends FieldValues, Checked> {
  form: UseFormReturn<Fields, unknown, Checked>
  reasons: Readonly<Record<string, string>>
  isFirstField?: boolean
}

/** A reason from a list, and a note, which Other requires. */
export function ReasonFields<Fields extends FieldValues, Checked>({
  reasons,
  isFirstField = false,
  ...props
}: ReasonFieldsProps<Fields, Checked>) {
  // A form's type is invariant in its fields, but each of these forms has both fields.
  const form = props.form as unknown as UseFormReturn<{ reason: string; note: string }>
  const isOther = useWatch({ control: form.control, name: 'reason' }) === 'other'
  return (
    <>
      <NativeSelect
        size="md"
        label={texts.reason}
        required
        {...(isFirstField && { 'data-autofocus': true })}
        data={[
          { value: '', label: texts.selectAReason },
          ...Object.entries(reasons).map(([value, label]) => ({ value, label })),
        ]}
        {...fieldProps(form, 'reason')}
      />
      <Textarea
        label={texts.note}
        description={isOther ? undefined : texts.optional}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required={isOther}
        autosize
        minRows={2}
        maxRows={6}
        {...fieldProps(form, 'note')}
      />
    </>
  )
}

export function TitleConfirmation({ title, typeId }: { title: string; typeId: number | undefined }) {
  const types = useAppDataStore((state) => state.reportTypes)
  const named = typeId === undefined ? undefined : typeNamedInTitle(title, typeId, types)
  const chosen = types.find(({ id }) => id === typeId)
  if (!named || !chosen) return null
  return (
    <Box mt="sm">
      <Notice tone="warning" role="alert" title={texts.titleNamesType(title, chosen.title)}>
        <p>{texts.titleOrType(named.title)}</p>
      </Notice>
    </Box>
  )
}

/** Checks a form of a report, whose ids are empty until they are selected. */
export const reportResolver = <Schema extends FormSchema, Fields extends FieldValues = FormInput<Schema>>(
  schema: Parameters<typeof formResolver<Schema, Fields>>[0],
): Resolver<Fields, unknown, FormOutput<Schema>> => {
  const check = formResolver<Schema, Fields>(schema)
  return async (...form) => {
    const result = await check(...form)
    const { reportTypeId, patientId } = result.errors as FieldErrors<Record<string, string>>
    // The ids are union types, whose default messages are not helpful.
    if (reportTypeId) reportTypeId.message = VALIDATION.reportType
    if (patientId) patientId.message = VALIDATION.patient
    return result
  }
}
