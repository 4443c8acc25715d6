import type { FormInput, FormOutput, FormSchema } from '@zelab/contract'
import type { Resolver } from 'react-hook-form'
import { serverNow } from '../../lib/activity-clock.ts'
import { momentWithZone } from '../../lib/local-moment.ts'
import { formResolver } from './form-resolver.ts'

/**
 * Checks a form with moments in the lab's time zone, and then its fields together.
 * @param moments the fields of `MomentField`
 */
export const momentResolver = <Schema extends FormSchema>(
  schema: Schema,
  moments: readonly (keyof FormInput<Schema>)[],
  problemsOf: (checked: FormOutput<Schema>, now: Date) => readonly { path: string; message: string }[],
): Resolver<FormInput<Schema>, unknown, FormOutput<Schema>> => {
  const check = formResolver<Schema>(schema as Parameters<typeof formResolver<Schema>>[0])
  return async (fields, context, options) => {
    const zoned = Object.fromEntries(moments.map((name) => [name, momentWithZone(fields[name])]))
    const result = await check({ ...fields, ...zoned }, context, options)
    if (Object.keys(result.errors).length > 0) return result
    const problems = problemsOf(result.values as FormOutput<Schema>, new Date(serverNow()))
    if (problems.length === 0) return result
    return {
      values: {},
      errors: Object.fromEntries(problems.map(({ path, message }) => [path, { type: 'order', message }])),
    } as typeof result
  }
}
