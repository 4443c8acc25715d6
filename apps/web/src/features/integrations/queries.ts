import { useMutation } from '@tanstack/react-query'
import type { SendingState } from '@zelab/contract'
import { changesOf } from '../../lib/endpoint-mutation.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { pageApi } from '../../lib/page-api.ts'

export interface LogFilter {
  state: SendingState | ''
  report: string
  /** YYYY-MM-DD */
  day: string
}

export const attemptsQuery = (id: number, { state, report, day }: LogFilter, page: number) =>
  endpointQuery(pageApi.integrations.getAttempts, {
    params: { id },
    query: {
      page: String(page),
      ...(state && { state }),
      ...(report && { report }),
      ...(day && { fromDate: day, toDate: day }),
    },
  })

export const useIntegrationAction = (id: number) =>
  useMutation({
    mutationFn: (what: 'pause' | 'resume' | 'end' | 'tryNow') =>
      pageApi.integrations[what]({ params: { id } }),
    meta: changesOf(pageApi.integrations.pause),
  })
