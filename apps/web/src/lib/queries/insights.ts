import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { contract, InsightFigure } from '@zelab/contract'
import { pageApi, pageApiAddresses } from '../page-api.ts'
import { urlOf } from '../api-client.ts'
import type { ApiInput } from '../api-client.ts'
import { CACHE } from './keys.ts'

export type InsightFilters = NonNullable<ApiInput<typeof contract.insights.get>['query']>

// The keys start with the dashboard's, so that they become stale together.

export const trendQuery = () =>
  queryOptions({
    queryKey: [CACHE.dashboard, 'trend'],
    queryFn: async ({ signal }) => (await pageApi.insights.trend({}, { signal })).data,
  })

export const insightsQuery = (filters: InsightFilters) =>
  queryOptions({
    queryKey: [CACHE.dashboard, 'insights', filters],
    queryFn: async ({ signal }) => (await pageApi.insights.get({ query: filters }, { signal })).data,
    placeholderData: keepPreviousData,
  })

export const deliveryTimesQuery = (filters: InsightFilters) =>
  queryOptions({
    queryKey: [CACHE.dashboard, 'deliveryTimes', filters],
    queryFn: async ({ signal }) =>
      (await pageApi.insights.deliveryTimes({ query: filters }, { signal })).data,
    placeholderData: keepPreviousData,
  })

export const aloneReleasesQuery = (filters: InsightFilters) =>
  queryOptions({
    queryKey: [CACHE.dashboard, 'aloneReleases', filters],
    queryFn: async ({ signal }) =>
      (await pageApi.insights.aloneReleases({ query: filters }, { signal })).data,
    placeholderData: keepPreviousData,
  })

export const turnaroundQuery = (filters: InsightFilters) =>
  queryOptions({
    queryKey: [CACHE.dashboard, 'turnaround', filters],
    queryFn: async ({ signal }) => (await pageApi.insights.turnaround({ query: filters }, { signal })).data,
    placeholderData: keepPreviousData,
  })

export const unopenedQuery = (filters: InsightFilters & { page: number }) =>
  queryOptions({
    queryKey: [CACHE.dashboard, 'unopened', filters],
    queryFn: ({ signal }) => pageApi.insights.listUnopened({ query: filters }, { signal }),
    placeholderData: keepPreviousData,
  })

export const insightExportAddress = (filters: InsightFilters, figure: InsightFigure): string =>
  urlOf(pageApiAddresses.insights.exportCsv, { query: { ...filters, figure } })
