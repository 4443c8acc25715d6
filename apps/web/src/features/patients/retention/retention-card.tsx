import { Button, Group, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LegalHold, Retention as RetentionOfPatient } from '@zelab/contract'
import { useState } from 'react'
import { TEXT_MAX_LENGTH } from '@zelab/contract/limits'
import { SUCCESS } from '@zelab/contract/messages'
import { useForm } from 'react-hook-form'
import { formatDateTime, formatPlainDate } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session-store.ts'
import { patientExportAddress, useChangeHold } from '../queries.ts'
import { ExportLink } from '../../../ui/actions/export-link.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { Fetched } from '../../../ui/list/fetched.tsx'
import { Facts, RecordItem, RecordRows } from '../../../ui/list/record-list.tsx'
import * as texts from '../texts.tsx'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'
import { PatientHead } from '../../../entities/patient/patient-head.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { fieldProps } from '../../../ui/form/form-resolver.ts'

export function Retention({ patientId }: { patientId: number }) {
  const may = useCan()
  return may('patients:edit') && <RetentionCard patientId={patientId} />
}

function RetentionCard({ patientId }: { patientId: number }) {
  const may = useCan()
  const query = useQuery(endpointQuery(api.patients.getRetention, { params: { id: patientId } }))
  const [isAsking, setIsAsking] = useState(false)
  const isHeld = query.data?.holds[0]?.lifted === null
  return (
    <SectionCard title={texts.retention} subtitle={texts.retentionHint} isFlush>
      <Fetched query={query}>
        {(kept) => (
          <>
            <Group gap="xs" p="md">
              <Text flex="1 1 16rem">{ruleOf(kept)}</Text>
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
            </Group>
            {kept.holds.length > 0 && (
              <RecordRows label={texts.legalHoldsNewestFirst} rows={kept.holds} isStale={false}>
                {(hold) => <Hold key={hold.id} hold={hold} />}
              </RecordRows>
            )}
          </>
        )}
      </Fetched>
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
    <RecordItem
      name={<bdi>{reason}</bdi>}
      tags={
        <StatusBadge tone={lifted ? 'neutral' : 'warning'} icon={null}>
          {lifted ? texts.lifted : texts.legalHold}
        </StatusBadge>
      }
    >
      <Facts>{texts.placedBy(<bdi>{by.fullName}</bdi>, formatDateTime(at))}</Facts>
      {lifted && (
        <Facts>
          {texts.liftedBy(<bdi>{lifted.by.fullName}</bdi>, formatDateTime(lifted.at), lifted.reason)}
        </Facts>
      )}
    </RecordItem>
  )
}

interface HoldDialogProps {
  patientId: number
  isHeld: boolean
  onClose: () => void
}

function HoldDialog({ patientId, isHeld, onClose }: HoldDialogProps) {
  const change = useChangeHold(patientId, isHeld ? 'liftHold' : 'placeHold')
  const form = useForm({ defaultValues: { reason: '' } })
  return (
    <FormDialog
      head={<PatientHead patientId={patientId} />}
      form={form}
      name="hold"
      title={isHeld ? texts.askLiftHold : texts.askPlaceHold}
      lead={isHeld ? texts.liftHoldHint : texts.placeHoldHint}
      size="md"
      success={isHeld ? SUCCESS.holdLifted : SUCCESS.holdPlaced}
      submitLabel={isHeld ? texts.liftHold : texts.placeHold}
      onSave={(reason) => change.mutateAsync(reason)}
      onClose={onClose}
    >
      <Textarea
        label={texts.reason}
        maxLength={TEXT_MAX_LENGTH}
        autosize
        minRows={2}
        required
        data-autofocus
        {...fieldProps(form, 'reason')}
      />
    </FormDialog>
  )
}
