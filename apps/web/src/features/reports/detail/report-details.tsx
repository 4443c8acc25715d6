import { Group, Text } from '@mantine/core'
import type { Report, ShownReport } from '@zelab/contract'
import { formatDate, orNotAvailable } from '../../../lib/format.ts'
import { ButtonLink } from '../../../ui/actions/links.tsx'
import { EmailLink } from '../../../ui/display/contact-links.tsx'
import { CopyableId, CopyablePhone } from '../../../ui/display/copyable.tsx'
import { Isolated, Ltr } from '../../../ui/display/inline.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { VersionBadge } from '../../../entities/report/report-status-chips.tsx'
import { DetailList } from '../../../ui/layout/detail-list.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import * as texts from '../texts.tsx'

export function PatientInformation({ patient }: { patient: Report['patient'] }) {
  return (
    <SectionCard
      title={texts.patientInformation}
      actions={
        <ButtonLink
          to="/user/patients/view/$patientId"
          params={{ patientId: String(patient.id) }}
          variant="default"
          size="xs"
        >
          {texts.viewProfile}
        </ButtonLink>
      }
    >
      <DetailList
        details={[
          { label: texts.fullName, value: patient.fullName, isWide: true },
          { label: texts.systemId, value: <CopyableId id={patient.id} /> },
          { label: texts.emrId, value: <Ltr>{orNotAvailable(patient.emrId)}</Ltr> },
          { label: texts.phone, value: <CopyablePhone phone={patient.phone} /> },
          { label: texts.registrationDate, value: formatDate(patient.createdAt) },
          { label: texts.email, value: <EmailLink email={patient.email} />, isWide: true },
        ]}
      />
    </SectionCard>
  )
}

interface ReportStatusProps {
  report: Report
  supersededVersion: number | undefined
}

export function ReportStatus({ report, supersededVersion }: ReportStatusProps) {
  const { createdAt, reportType, version, withdrawal, suspension } = report
  return (
    <SectionCard title={texts.reportStatus}>
      <DetailList
        details={[
          {
            label: texts.status,
            value: (
              <Group component="span" align="stretch" gap="0.25rem var(--mantine-spacing-xs)">
                {supersededVersion !== undefined ? (
                  <StatusBadge tone="warning">{texts.superseded(supersededVersion)}</StatusBadge>
                ) : (
                  !withdrawal && <StatusBadge tone="positive">{texts.published}</StatusBadge>
                )}
                {suspension && <StatusBadge tone="negative">{texts.suspendedBadge}</StatusBadge>}
                {withdrawal && <StatusBadge tone="negative">{texts.publishedThenWithdrawn}</StatusBadge>}
                {supersededVersion === undefined && <VersionBadge version={version} />}
              </Group>
            ),
          },
          { label: texts.uploadDate, value: formatDate(createdAt) },
          { label: texts.reportType, value: reportType.title, isWide: true },
        ]}
      />
    </SectionCard>
  )
}

export function AdditionalInformation({
  report: { user, title, remark, automatic, released },
}: {
  report: ShownReport
}) {
  return (
    <SectionCard title={texts.additionalInformation}>
      <DetailList
        details={[
          { label: texts.reportTitle, value: title, isWide: true },
          {
            label: texts.remarks,
            value: remark?.trim() || (
              <Text span c="dimmed" inherit fw={400}>
                {texts.noRemarksProvided}
              </Text>
            ),
            isWide: true,
          },
          {
            label: texts.uploadedBy,
            value: (
              <>
                <Isolated>{user.fullName}</Isolated>
                <Text span display="block" c="dimmed" size="sm" fw={400}>
                  <Ltr>{user.email}</Ltr>
                </Text>
              </>
            ),
            isWide: true,
          },
          ...(released
            ? [
                {
                  label: texts.release,
                  value: (released.isAlone ? texts.releasedAlone : texts.releasedBy)(released.by.fullName),
                  isWide: true,
                },
              ]
            : []),
          ...(automatic ? [{ label: texts.howPublished, value: howPublished(automatic), isWide: true }] : []),
        ]}
      />
    </SectionCard>
  )
}

const howPublished = ({ source, reviewed }: NonNullable<ShownReport['automatic']>) =>
  reviewed
    ? texts.automaticReviewed(source, reviewed.by, formatDate(reviewed.at))
    : texts.automaticNotReviewed(source)
