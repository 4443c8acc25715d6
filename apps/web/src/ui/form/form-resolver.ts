import { zodResolver } from '@hookform/resolvers/zod'
import type { FormInput, FormOutput, FormSchema } from '@zelab/contract'
import type { FieldValues, Resolver } from 'react-hook-form'

/** Fails to compile when the form may contain a value outside the schema's input type. */
type Accepts<Schema extends FormSchema, Fields> = Fields extends Schema['_zod']['input'] ? unknown : never

/** The form has all fields, possibly empty, and may have more than the schema. */
export const formResolver = <Schema extends FormSchema, Fields extends FieldValues = FormInput<Schema>>(
  schema: Schema & Accepts<Schema, Fields>,
): Resolver<Fields, unknown, FormOutput<Schema>> =>
  // A resolver's type is invariant in its fields; `Accepts` checks the relevant direction.
  zodResolver(schema) as unknown as Resolver<Fields, unknown, FormOutput<Schema>>
