import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LegalHold, Retention as RetentionOfPatient } from '@zelab/contract'
import { useState } from 'react'
import { formatDateTime, formatPlainDate } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session-store.ts'
import { patientExportAddress, retentionQuery } from '../queries.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { ExportLink } from '../../../ui/actions/export-link.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { HoldDialog } from './hold-dialog.tsx'
import classes from './retention-card.module.css'
import * as texts from '../texts.tsx'
import * as shared from '../../../ui/texts.ts'

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
    <SectionCard title={texts.retention} subtitle={texts.retentionHint} isFlush>
      {data ? (
        <>
          <div className={classes.head}>
            <p className={classes.rule}>{ruleOf(data)}</p>
            {may('patients:delete') && (
              <Button variant="default" onClick={() => setIsAsking(true)}>
                {isHeld ? texts.liftLegalHold : texts.placeLegalHold}
              </Button>
            )}
            <ExportLink
              address={patientExportAddress(patientId)}
              fileName={`patient-ZL-${patientId}.zip`}
              label={texts.exportRecord}
            />
          </div>
          {data.holds.length > 0 && (
            <ol className={classes.list} aria-label={texts.legalHoldsNewestFirst}>
              {data.holds.map((hold) => (
                <Hold key={hold.id} hold={hold} />
              ))}
            </ol>
          )}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Spinner label={shared.loading} />
      )}
      {isAsking && <HoldDialog patientId={patientId} isHeld={isHeld} onClose={() => setIsAsking(false)} />}
    </SectionCard>
  )
}

const ruleOf = ({ keptUntil, retentionYears, holds }: RetentionOfPatient): string => {
  if (holds[0]?.lifted === null) return texts.heldRule
  if (keptUntil === null) return texts.keptButNone(retentionYears)
  return texts.keptUntil(formatPlainDate(keptUntil), retentionYears)
}

function Hold({ hold: { reason, at, by, lifted } }: { hold: LegalHold }) {
  return (
    <li className={classes.hold}>
      <p className={classes.reason}>
        {reason}
        {lifted ? (
          <StatusBadge tone="neutral" icon={null}>
            {texts.lifted}
          </StatusBadge>
        ) : (
          <StatusBadge tone="warning" icon={null}>
            {texts.legalHold}
          </StatusBadge>
        )}
      </p>
      <p className={classes.how}>{texts.placedBy(<bdi>{by.fullName}</bdi>, formatDateTime(at))}</p>
      {lifted && (
        <p className={classes.how}>
          {texts.liftedBy(<bdi>{lifted.by.fullName}</bdi>, formatDateTime(lifted.at), lifted.reason)}
        </p>
      )}
    </li>
  )
}
