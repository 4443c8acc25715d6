import type { FormInput, FormOutput, Visit } from '@zelab/contract'
import { visitBody, visitProblems } from '@zelab/contract'
import type { Resolver } from 'react-hook-form'
import { serverNow } from '../../lib/activity-clock.ts'
import { localMoment, momentWithZone } from '../../lib/local-moment.ts'
import { formResolver } from '../../ui/form/form-resolver.ts'

export type VisitFields = FormInput<typeof visitBody>
export type CheckedVisit = FormOutput<typeof visitBody>

export const visitFieldsOf = (visit: Visit | undefined): VisitFields => ({
  reportTypeIds: visit?.expected.map(({ id }) => id) ?? [],
  reportIds: visit?.reports.map(({ id }) => id) ?? [],
  referrerId: visit?.referrer?.id ?? '',
  orderNumber: visit?.orderNumber ?? '',
  collectedAt: localMoment(visit?.collectedAt ?? null),
  receivedAt: localMoment(visit ? visit.receivedAt : new Date(serverNow()).toISOString()),
  promisedAt: localMoment(visit?.promisedAt ?? null),
  payment: visit?.payment ?? 'unknown',
  waiverReason: visit?.waiverReason ?? '',
  note: visit?.note ?? '',
})

const MOMENTS = ['collectedAt', 'receivedAt', 'promisedAt'] as const

const checkFields: Resolver<VisitFields, unknown, CheckedVisit> = formResolver(visitBody)

/** A time that was not touched keeps its seconds. */
export const visitResolver =
  (visit: Visit | undefined): Resolver<VisitFields, unknown, CheckedVisit> =>
  async (fields, context, options) => {
    const stored = visitFieldsOf(visit)
    const moments = Object.fromEntries(
      MOMENTS.map((name) => [
        name,
        visit && fields[name] === stored[name] ? (visit[name] ?? '') : momentWithZone(fields[name]),
      ]),
    )
    // Dropped with any other payment, so it is neither sent nor checked.
    const { waiverReason, ...others } = fields
    const given = fields.payment === 'waived' ? { ...others, waiverReason } : others
    const result = await checkFields({ ...given, ...moments } as VisitFields, context, options)
    if (Object.keys(result.errors).length > 0) return result
    const problems = visitProblems(result.values, new Date(serverNow()))
    if (problems.length === 0) return result
    return {
      values: {},
      errors: Object.fromEntries(problems.map(({ path, message }) => [path, { type: 'order', message }])),
    }
  }
