import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ReportTypeList } from './report-type-list.tsx'
import classes from './report-types-page.module.css'
import * as texts from './texts.ts'

export function ReportTypesPage() {
  return (
    <div className={classes.page}>
      <PageHeader title={texts.reportTypes} subtitle={texts.reportTypesSubtitle} backTo="/user/reports" />
      <ReportTypeList />
    </div>
  )
}
