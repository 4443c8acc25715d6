import { Skeleton } from '@mantine/core'
import { PageHeader } from '../../ui/page-header.tsx'
import classes from './report-page.module.css'

/** The shape of the report page while it loads. */
export function ReportSkeleton({ id }: { id: number }) {
  return (
    <div aria-busy="true">
      <PageHeader title="Report" backTo="/user/reports" subtitle={`Report ID: #${id}`} />
      <div className={classes.layout} data-testid="report-skeleton">
        <div className={classes.column}>
          <Skeleton height="15.75rem" radius="lg" />
          <Skeleton height="16.25rem" radius="lg" />
        </div>
        <div className={classes.column}>
          <Skeleton height="11.25rem" radius="lg" />
          <Skeleton height="24.5rem" radius="lg" />
        </div>
      </div>
    </div>
  )
}
