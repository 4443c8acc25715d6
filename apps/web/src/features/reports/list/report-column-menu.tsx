import { REPORT_LIST_COLUMNS } from '@zelab/contract/limits'
import { usePreferences, useUpdatePreferences } from '../../../lib/queries/preferences.ts'
import { useIsPhoneWidth } from '../../../ui/layout/phone-width.ts'
import { ColumnMenu } from '../../../ui/table/column-menu.tsx'
import * as texts from '../texts.tsx'

const HEADERS = {
  title: texts.reportTitle,
  patient: texts.patient,
  reportType: texts.reportType,
  uploadedBy: texts.uploadedBy,
  uploadDate: texts.uploadDate,
} as const

/** The columns of the reports list, kept for the user; on a phone there are cards. */
export function ReportColumnMenu() {
  const { reportColumns } = usePreferences()
  const update = useUpdatePreferences()
  if (useIsPhoneWidth()) return null
  return (
    <ColumnMenu
      columns={REPORT_LIST_COLUMNS.map((id) => ({ id, header: HEADERS[id] }))}
      visible={reportColumns ?? REPORT_LIST_COLUMNS}
      onChange={(columns) => update.mutate({ reportColumns: columns })}
    />
  )
}
