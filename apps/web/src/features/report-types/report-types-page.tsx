import { Box } from '@mantine/core'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ReportTypeList } from './report-type-list.tsx'
import * as texts from './texts.ts'

export function ReportTypesPage() {
  return (
    <Box maw="56rem">
      <PageHeader title={texts.reportTypes} subtitle={texts.reportTypesSubtitle} backTo="/user/reports" />
      <ReportTypeList />
    </Box>
  )
}
