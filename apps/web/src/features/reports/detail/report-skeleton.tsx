import { Skeleton } from '@mantine/core'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import classes from './report-page.module.css'
import * as texts from '../texts.tsx'

/** The shape of the report page while it loads, in the heights of what is to come. */
export function ReportSkeleton({ id }: { id: number }) {
  return (
    <div aria-busy="true" data-testid="report-skeleton">
      <PageHeader title={texts.report} backTo="/user/reports" subtitle={texts.reportId(id)} />
      <div className={classes.layout}>
        <div className={classes.column}>
          <CardSkeleton title={texts.patientInformation} height="10.2rem" />
          <CardSkeleton title={texts.additionalInformation} height="11.5rem" />
        </div>
        <div className={classes.column}>
          <CardSkeleton title={texts.reportStatus} height="10.2rem" />
          <CardSkeleton title={texts.reportPreview} height="19.25rem" />
        </div>
      </div>
    </div>
  )
}

interface CardSkeletonProps {
  title: string
  height: string
}

function CardSkeleton({ title, height }: CardSkeletonProps) {
  return (
    <SectionCard title={title}>
      <div style={{ blockSize: height }}>
        <Skeleton height="0.75rem" width="35%" />
        <Skeleton height="0.75rem" width="60%" mt="sm" />
        <Skeleton height="0.75rem" width="30%" mt="xl" />
        <Skeleton height="0.75rem" width="50%" mt="sm" />
      </div>
    </SectionCard>
  )
}
