import { Box, Skeleton } from '@mantine/core'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import classes from './report-page.module.css'
import * as texts from '../texts.tsx'

export function ReportSkeleton({ id }: { id: number }) {
  return (
    <div aria-busy="true" data-testid="report-skeleton">
      <PageHeader title={texts.report} backTo="/user/reports" subtitle={texts.reportId(id)} />
      <Box mb="md">
        <Skeleton height="2.125rem" width="min(24rem, 100%)" />
      </Box>
      <div className={classes.layout}>
        <SectionCard title={texts.reportPreview} state="current" isFlush>
          <div className={classes.paper} />
        </SectionCard>
        <div className={classes.details}>
          <SectionSkeleton title={texts.patientInformation} height="11.5rem" />
          <SectionSkeleton title={texts.reportStatus} height="5.25rem" />
          <SectionSkeleton title={texts.additionalInformation} height="10rem" />
        </div>
      </div>
    </div>
  )
}

function SectionSkeleton({ title, height }: { title: string; height: string }) {
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
