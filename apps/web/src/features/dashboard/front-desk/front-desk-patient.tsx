import { Button } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Patient, ReportInPatient } from '@zelab/contract'
import { useEffect, useRef } from 'react'
import { formatDate, localToday } from '../../../lib/format.ts'
import { patientQuery } from '../../../entities/patient/queries.ts'
import { PhoneLink } from '../../../ui/display/contact-links.tsx'
import { useCan } from '../../../lib/session-store.ts'
import { FileDownloadButton } from '../../../ui/actions/file-download-button.tsx'
import { AnchorLink, ButtonLink } from '../../../ui/actions/links.tsx'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import { PatientVisitBadges, useVisitStates } from '../../../entities/visit/visit-badges.tsx'
import { VersionBadge } from '../../../entities/report/version-badge.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { RowLink } from '../../../ui/table/row-link.tsx'
import classes from './front-desk.module.css'
import * as texts from './texts.tsx'

interface FrontDeskPatientProps {
  id: number
  onNext: () => void
}

export function FrontDeskPatient({ id, onNext }: FrontDeskPatientProps) {
  const { data: patient, error, isFetching, refetch } = useQuery(patientQuery(id))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!patient) return <Spinner label={texts.loadingPatient} />
  return <FoundPatient patient={patient} onNext={onNext} />
}

const isOfToday = ({ createdAt }: ReportInPatient): boolean =>
  localToday(new Date(createdAt)) === localToday()

function FoundPatient({ patient, onNext }: { patient: Patient; onNext: () => void }) {
  const ofToday = patient.reports.filter(isOfToday)
  const shown = ofToday.length > 0 ? ofToday : patient.reports.slice(0, 1)
  const visits = useVisitStates([patient.id])
  const actions = useRef<HTMLDivElement>(null)
  useEffect(() => {
    actions.current?.querySelector<HTMLElement>('[data-first-action]')?.focus()
  }, [])
  return (
    <div className={classes.patient} ref={actions}>
      <PatientStrip patient={patient} isHeading />
      <PhoneLink phone={patient.phone} />
      <PatientVisitBadges visits={visits.get(patient.id)} />
      <p className={classes.lead}>
        {ofToday.length > 0 ? texts.todaysReports : shown.length > 0 ? texts.noReportToday : texts.noReports}
      </p>
      {shown.length > 0 && (
        <ul className={classes.reports}>
          {shown.map((report, index) => (
            <Report key={report.id} report={report} isFirst={index === 0} />
          ))}
        </ul>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onNext}>
          {texts.nextPatient}
        </Button>
        <ButtonLink
          to="/user/patients/view/$patientId"
          params={{ patientId: String(patient.id) }}
          variant="default"
          leftSection={<IconUserSearch size={16} stroke={1.75} />}
          data-first-action={shown.length === 0 || undefined}
        >
          {texts.viewProfile}
        </ButtonLink>
      </div>
    </div>
  )
}

function Report({ report, isFirst }: { report: ReportInPatient; isFirst: boolean }) {
  const { id, title, createdAt, filePath, version } = report
  const may = useCan()
  const target = { to: '/user/reports/view/$reportId' as const, params: { reportId: String(id) } }
  return (
    <li className={classes.report}>
      <RowLink target={target} />
      <span className={classes.text}>
        <AnchorLink {...target} className={classes.title ?? ''}>
          {title}
        </AnchorLink>
        <span className={classes.facts}>
          {formatDate(createdAt)} <VersionBadge version={version} />
        </span>
      </span>
      <FileDownloadButton label={texts.downloadTitled(title)} title={title} filePath={filePath} />
      {may('reports:send') && (
        <ButtonLink
          {...target}
          search={{ send: true }}
          variant="default"
          aria-label={texts.sendTitled(title)}
        >
          {texts.send}
        </ButtonLink>
      )}
      <ButtonLink
        {...target}
        variant={isFirst ? 'filled' : 'default'}
        aria-label={texts.openTitled(title)}
        data-first-action={isFirst || undefined}
      >
        {texts.openReport}
      </ButtonLink>
    </li>
  )
}
