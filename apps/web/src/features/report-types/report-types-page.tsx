import { PageHeader } from '../../ui/page-header.tsx'
import { ReportTypeList } from './report-type-list.tsx'
import classes from './report-types-page.module.css'

/** What a report can be published as; renaming and deleting is for those who publish. */
export function ReportTypesPage() {
  return (
    <div className={classes.page}>
      <PageHeader
        title="Report Types"
        subtitle="What a report can be published as, in every lab"
        backTo="/user/reports"
      />
      <ReportTypeList />
    </div>
  )
}
