import { zodResolver } from '@hookform/resolvers/zod'
import type { FormInput, FormOutput, FormSchema } from '@zelab/contract'
import type { FieldValues, Resolver } from 'react-hook-form'

/** Does not compile when a form could hold a value that the schema is not typed to accept. */
type Accepts<Schema extends FormSchema, Fields> = Fields extends Schema['_zod']['input'] ? unknown : never

/**
 * Validates a form with a schema of the contract. A form holds every field, if only as empty text, where the schema may
 * be without some; it may also have fields that the schema does not know.
 */
export const formResolver = <Schema extends FormSchema, Fields extends FieldValues = FormInput<Schema>>(
  schema: Schema & Accepts<Schema, Fields>,
): Resolver<Fields, unknown, FormOutput<Schema>> =>
  // Through unknown: a resolver's type is invariant in its fields. `Accepts` has checked the direction that matters.
  zodResolver(schema) as unknown as Resolver<Fields, unknown, FormOutput<Schema>>
