import { zodResolver } from '@hookform/resolvers/zod'
import type { FormInput, FormOutput, FormSchema } from '@zelab/contract'
import {
  get,
  useForm,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  type Resolver,
  type UseFormProps,
  type UseFormReturn,
  type Path,
} from 'react-hook-form'
import { ApiError } from '../../lib/api-error.ts'
import { toastError } from '../feedback/toasts.ts'

/** Fails to compile when the form may contain a value outside the schema's input type. */
type Accepts<Schema extends FormSchema, Fields> = Fields extends Schema['_zod']['input'] ? unknown : never

/** The form has all fields, possibly empty, and may have more than the schema. */
export const formResolver = <Schema extends FormSchema, Fields extends FieldValues = FormInput<Schema>>(
  schema: Schema & Accepts<Schema, Fields>,
): Resolver<Fields, unknown, FormOutput<Schema>> =>
  // A resolver's type is invariant in its fields; `Accepts` checks the relevant direction.
  zodResolver(schema) as unknown as Resolver<Fields, unknown, FormOutput<Schema>>

export type SchemaForm<Schema extends FormSchema> = UseFormReturn<
  FormInput<Schema>,
  unknown,
  FormOutput<Schema>
>

/** A value for every field of the schema: one that a form lacks does not compile. */
type Complete<Fields> = { [Name in keyof Fields]-?: Fields[Name] | undefined }
/** `values` follow the stored ones. */
type Initial<Fields> = { defaultValues: Fields } | { values: Fields }
type Props<Schema extends FormSchema> = UseFormProps<FormInput<Schema>, unknown, FormOutput<Schema>>

/** A form with the fields and the validation of a schema. */
export const useSchemaForm = <Schema extends FormSchema>(
  schema: Schema & Accepts<Schema, FormInput<Schema>>,
  options: Omit<Props<Schema>, 'resolver' | 'defaultValues' | 'values'> &
    Initial<Complete<FormInput<Schema>>>,
): SchemaForm<Schema> =>
  useForm<FormInput<Schema>, unknown, FormOutput<Schema>>({
    resolver: formResolver<Schema>(schema),
    // Fields may be undefined in `Complete` where they may be absent in the schema.
    ...(options as Omit<Props<Schema>, 'resolver'>),
  })

/** Registers a field and gives its error. */
export const fieldProps = <Fields extends FieldValues, Checked, Name extends FieldPath<Fields>>(
  form: UseFormReturn<Fields, unknown, Checked>,
  name: Name,
  options?: RegisterOptions<Fields, Name>,
) => {
  const error: string | undefined = get(form.formState.errors, `${name}.message`)
  return { ...form.register(name, options), error }
}

/** The number, or the text while it is invalid. */
const numberOrText = (value: number | string): number | string =>
  String(value).trim() === '' || Number.isNaN(Number(value)) ? value : Number(value)

/** A native number field, because Mantine's silently corrects invalid numbers. */
export const numberProps = <Fields extends FieldValues, Checked>(
  form: UseFormReturn<Fields, unknown, Checked>,
  name: FieldPath<Fields>,
) => ({
  type: 'number',
  inputMode: 'numeric' as const,
  ...fieldProps(form, name, { setValueAs: numberOrText }),
})

type Form<Fields extends FieldValues> = Pick<UseFormReturn<Fields>, 'getValues' | 'setError'>

/** True if a field has taken the focus, so that a screen reader reads its error. */
export const showFieldErrors = <Fields extends FieldValues>(error: unknown, form: Form<Fields>): boolean => {
  if (!(error instanceof ApiError)) return false
  const { activeElement } = document
  const known = error.errors.filter(({ path }) => form.getValues(path as FieldPath<Fields>) !== undefined)
  for (const [index, { path, message }] of known.entries())
    form.setError(path as FieldPath<Fields>, { type: 'server', message }, { shouldFocus: index === 0 })
  return document.activeElement !== activeElement
}

export const showRefusal = <Fields extends FieldValues>(error: unknown, form: Form<Fields>): void => {
  const isSilent = showFieldErrors(error, form)
  toastError(error, undefined, { isSilent })
}

/** For `resetOptions` of a form with `values`: a refetch does not overwrite edited fields. */
export const KEEP_DIRTY = { keepDirtyValues: true } as const

/** The edited fields only: what another user changed meanwhile stays. */
export const editedFields = <Fields extends FieldValues, Checked extends object>(
  form: Pick<UseFormReturn<Fields, unknown, Checked>, 'getValues' | 'formState'>,
  checked: Checked,
): Partial<Checked> => {
  const initial: FieldValues = form.formState.defaultValues ?? {}
  const isEdited = (field: string) =>
    JSON.stringify(form.getValues(field as Path<Fields>)) !== JSON.stringify(initial[field])
  return Object.fromEntries(Object.entries(checked).filter(([field]) => isEdited(field))) as Partial<Checked>
}

/** The edited fields of settings, and which settings they change: those of another user in between are a conflict. */
export const settingsChanges = <Fields extends FieldValues, Checked extends object>(
  form: Pick<UseFormReturn<Fields, unknown, Checked>, 'getValues' | 'formState'>,
  checked: Checked,
  { updatedAt }: { updatedAt: string | null },
): Partial<Checked> & { updatedAt: string | null } => ({ ...editedFields(form, checked), updatedAt })
