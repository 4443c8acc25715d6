import { IconInfoCircle, IconProgressCheck, IconUser } from '@tabler/icons-react'
import type { Report } from '@zelab/contract'
import { formatDate, formatPatientId, orNotAvailable, phoneNumberOf } from '../../lib/format.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { Ltr } from '../../ui/ltr.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { VersionBadge } from '../../ui/version-badge.tsx'
import classes from './report-cards.module.css'

export function PatientInformation({ patient }: { patient: Report['patient'] }) {
  return (
    <SectionCard
      title="Patient Information"
      icon={IconUser}
      actions={
        <ButtonLink
          to="/user/patients/view/$patientId"
          params={{ patientId: String(patient.id) }}
          variant="default"
          size="xs"
        >
          View Profile
        </ButtonLink>
      }
    >
      <DetailList
        details={[
          { label: 'Full Name', value: patient.fullName, isLong: true },
          { label: 'System ID', value: <Ltr>{formatPatientId(patient.id)}</Ltr> },
          { label: 'EMR ID', value: <Ltr>{orNotAvailable(patient.emrId)}</Ltr> },
          { label: 'Registration Date', value: formatDate(patient.createdAt) },
          { label: 'Phone', value: <Ltr>{phoneNumberOf(patient.phone)}</Ltr> },
          { label: 'Email', value: <Ltr>{orNotAvailable(patient.email)}</Ltr>, isLong: true },
        ]}
      />
    </SectionCard>
  )
}

interface ReportStatusProps {
  report: Report
  /** Set when another version took the place of the shown one. */
  supersededVersion: number | undefined
}

export function ReportStatus({ report, supersededVersion }: ReportStatusProps) {
  const { createdAt, reportType, version } = report
  return (
    <SectionCard title="Report Status" icon={IconProgressCheck}>
      <DetailList
        details={[
          {
            label: 'Status',
            value:
              supersededVersion === undefined ? (
                <span className={classes.badges}>
                  <StatusBadge tone="positive">Published</StatusBadge>
                  <VersionBadge version={version} />
                </span>
              ) : (
                <StatusBadge tone="warning">Superseded · v{supersededVersion}</StatusBadge>
              ),
          },
          { label: 'Upload Date', value: formatDate(createdAt) },
          { label: 'Report Type', value: reportType.title, isWide: true },
        ]}
      />
    </SectionCard>
  )
}

export function AdditionalInformation({ report: { user, title, remark } }: { report: Report }) {
  return (
    <SectionCard title="Additional Information" icon={IconInfoCircle}>
      <DetailList
        details={[
          { label: 'Report Title', value: title, isWide: true },
          {
            label: 'Remarks',
            value: remark?.trim() || <span className={classes.none}>No remarks provided</span>,
            isWide: true,
          },
          {
            label: 'Uploaded By',
            value: (
              <>
                {user.fullName}
                <span className={classes.email}>
                  <Ltr>{user.email}</Ltr>
                </span>
              </>
            ),
            isWide: true,
          },
        ]}
      />
    </SectionCard>
  )
}
