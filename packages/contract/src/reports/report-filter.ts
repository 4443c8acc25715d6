import { ALL_REPORT_TYPES } from '../limits.ts'

/** Status chips of lists; `unpaid` while payment of its visit is due. */
export const REPORT_MARKS = ['suspended', 'critical', 'handedOver', 'unpaid'] as const
export type ReportMark = (typeof REPORT_MARKS)[number]
/** Work that ends, so that finding its reports takes no longer in a large database. */
export const FILTERED_MARKS = ['suspended', 'critical'] as const satisfies readonly ReportMark[]

/** Each filter needs a query field, SQL and a URL parameter; a missing one fails to compile. */
export interface ReportFilter {
  /** Part of a title, a patient's name, phone number or id, or a whole report id. */
  search: string
  /** 0 means every type. */
  reportTypeId: number
  /** Days of publication, YYYY-MM-DD, both inclusive. */
  fromDate?: string | undefined
  toDate?: string | undefined
  mark?: (typeof FILTERED_MARKS)[number] | undefined
}
export type ReportFilterName = keyof ReportFilter

export const NO_REPORT_FILTER: { [Name in ReportFilterName]-?: ReportFilter[Name] } = {
  search: '',
  reportTypeId: ALL_REPORT_TYPES.id,
  fromDate: undefined,
  toDate: undefined,
  mark: undefined,
}

export const REPORT_SORT_FIELDS = ['createdAt', 'title'] as const

export const activeReportFilters = (filter: ReportFilter): ReportFilterName[] =>
  (Object.keys(NO_REPORT_FILTER) as ReportFilterName[]).filter(
    (name) => filter[name] !== NO_REPORT_FILTER[name],
  )
