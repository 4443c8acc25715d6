import type { ChangeType } from '@zelab/contract'

export interface StatedChange {
  type: ChangeType | 'test'
  reportId: number
  version: number
  /** Time of the change, ISO 8601. */
  at: string
}

const addressOfReport = (publicUrl: string, reportId: number): string =>
  `${publicUrl}/fhir/R4/DiagnosticReport/report-${reportId}`

/** The body of a webhook and of an event of the feed: ids only. */
export const changeBody = (publicUrl: string, { type, reportId, version, at }: StatedChange) => ({
  type,
  timestamp: at,
  data: { report: reportId, version, resource: addressOfReport(publicUrl, reportId) },
})
