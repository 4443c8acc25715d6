import { keepPreviousData } from '@tanstack/react-query'
import type { contract, InsightFigure } from '@zelab/contract'
import { urlOf } from '../api-client.ts'
import type { ApiInput, EndpointCall } from '../api-client.ts'
import { endpointQuery } from '../endpoint-query.ts'
import { pageApiAddresses } from '../page-api.ts'

export type InsightFilters = NonNullable<ApiInput<typeof contract.insights.get>['query']>

/** Figures of a period, which stay until those of the next one arrive. */
export const figuresQuery = <Envelope extends object>(
  call: EndpointCall<{ query?: InsightFilters }, Envelope>,
  filters: InsightFilters,
) => ({ ...endpointQuery(call, { query: filters }), placeholderData: keepPreviousData })

export const insightExportAddress = (filters: InsightFilters, figure: InsightFigure): string =>
  urlOf(pageApiAddresses.insights.exportCsv, { query: { ...filters, figure } })
