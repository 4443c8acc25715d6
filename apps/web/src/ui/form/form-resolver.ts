import { zodResolver } from '@hookform/resolvers/zod'
import type { FormInput, FormOutput, FormSchema } from '@zelab/contract'
import { get, useForm } from 'react-hook-form'
import type {
  FieldPath,
  FieldValues,
  RegisterOptions,
  Resolver,
  UseFormProps,
  UseFormReturn,
} from 'react-hook-form'

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
