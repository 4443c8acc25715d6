import { Button } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { LegalHold, Retention as RetentionOfPatient } from '@zelab/contract'
import { useState } from 'react'
import { formatDateTime, formatPlainDate } from '../../lib/format.ts'
import { useCan } from '../../lib/permissions.ts'
import { recordExportAddress, retentionQuery } from '../../lib/queries/patient-records.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { ExportLink } from '../../ui/export-link.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { HoldDialog } from './hold-dialog.tsx'
import classes from './retention.module.css'

/** How long the records are kept, legal holds on them, and all of them as a file: for who may change the record. */
export function Retention({ patientId }: { patientId: number }) {
  const may = useCan()
  return may('patients:edit') && <RetentionCard patientId={patientId} />
}

function RetentionCard({ patientId }: { patientId: number }) {
  const may = useCan()
  const { data, error, isFetching, refetch } = useQuery(retentionQuery(patientId))
  const [isAsking, setIsAsking] = useState(false)
  const isHeld = data?.holds[0]?.lifted === null
  return (
    <SectionCard
      title="Retention"
      subtitle="How long these records are kept, and a copy of all of them for the patient"
      icon={IconArchive}
      isFlush
    >
      {data ? (
        <>
          <div className={classes.head}>
            <p className={classes.rule}>{ruleOf(data)}</p>
            {may('patients:delete') && (
              <Button variant="default" onClick={() => setIsAsking(true)}>
                {isHeld ? 'Lift Legal Hold' : 'Place Legal Hold'}
              </Button>
            )}
            <ExportLink
              address={recordExportAddress(patientId)}
              fileName={`patient-ZL-${patientId}.zip`}
              label="Export Record"
            />
          </div>
          {data.holds.length > 0 && (
            <ol className={classes.list} aria-label="Legal holds, newest first">
              {data.holds.map((hold) => (
                <Hold key={hold.id} hold={hold} />
              ))}
            </ol>
          )}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Spinner label="Loading" />
      )}
      {isAsking && <HoldDialog patientId={patientId} isHeld={isHeld} onClose={() => setIsAsking(false)} />}
    </SectionCard>
  )
}

const ruleOf = ({ keptUntil, retentionYears, holds }: RetentionOfPatient): string => {
  const years = `${retentionYears} ${retentionYears === 1 ? 'year' : 'years'}`
  if (holds[0]?.lifted === null)
    return 'Kept until the legal hold is lifted. Nothing can be deleted or merged.'
  if (keptUntil === null) return `Reports are kept for ${years}. There is none yet.`
  return `Kept until ${formatPlainDate(keptUntil)} at least: ${years} after the latest report.`
}

function Hold({ hold: { reason, at, by, lifted } }: { hold: LegalHold }) {
  return (
    <li className={classes.hold}>
      <p className={classes.reason}>
        {reason}
        {lifted ? (
          <StatusBadge tone="neutral" icon={null}>
            Lifted
          </StatusBadge>
        ) : (
          <StatusBadge tone="warning" icon={null}>
            Legal hold
          </StatusBadge>
        )}
      </p>
      <p className={classes.how}>
        Placed by <bdi>{by.fullName}</bdi> on {formatDateTime(at)}
      </p>
      {lifted && (
        <p className={classes.how}>
          Lifted by <bdi>{lifted.by.fullName}</bdi> on {formatDateTime(lifted.at)}: {lifted.reason}
        </p>
      )}
    </li>
  )
}
