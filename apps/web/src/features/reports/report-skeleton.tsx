import { Skeleton } from '@mantine/core'
import { IconEye, IconInfoCircle, IconProgressCheck, IconUser } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { PageHeader } from '../../ui/page-header.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './report-page.module.css'

/** The shape of the report page while it loads, in the heights of what is to come. */
export function ReportSkeleton({ id }: { id: number }) {
  return (
    <div aria-busy="true" data-testid="report-skeleton">
      <PageHeader title="Report" backTo="/user/reports" subtitle={`Report ID: #${id}`} />
      <div className={classes.layout}>
        <div className={classes.column}>
          <CardSkeleton title="Patient Information" icon={IconUser} height="10.2rem" />
          <CardSkeleton title="Additional Information" icon={IconInfoCircle} height="11.5rem" />
        </div>
        <div className={classes.column}>
          <CardSkeleton title="Report Status" icon={IconProgressCheck} height="10.2rem" />
          <CardSkeleton title="Report Preview" icon={IconEye} height="19.25rem" />
        </div>
      </div>
    </div>
  )
}

interface CardSkeletonProps {
  title: string
  icon: Icon
  height: string
}

function CardSkeleton({ title, icon, height }: CardSkeletonProps) {
  return (
    <SectionCard title={title} icon={icon}>
      <div style={{ blockSize: height }}>
        <Skeleton height="0.75rem" width="35%" />
        <Skeleton height="0.75rem" width="60%" mt="sm" />
        <Skeleton height="0.75rem" width="30%" mt="xl" />
        <Skeleton height="0.75rem" width="50%" mt="sm" />
      </div>
    </SectionCard>
  )
}
