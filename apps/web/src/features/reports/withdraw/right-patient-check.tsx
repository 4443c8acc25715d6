import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PatientRow, Report, ShownReport, Visit } from '@zelab/contract'
import { MAX_PAGE_SIZE } from '@zelab/contract/limits'
import { useState } from 'react'
import { orNotAvailable } from '../../../lib/format.ts'
import { isAwaiting, useUsesVisits, visitsQuery } from '../../../entities/visit/queries.ts'
import { DetailList } from '../../../ui/layout/detail-list.tsx'
import { Ltr } from '../../../ui/display/inline.tsx'
import { PhoneText } from '../../../ui/display/contact-links.tsx'
import { DialogActions } from '../../../ui/feedback/dialog-actions.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PatientStrip, type StripPatient } from '../../../entities/patient/patient-strip.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { toastError } from '../../../ui/feedback/toasts.ts'
import {
  needsConfirmation,
  PatientMatchNotice,
  usePatientMatch,
} from '../../../entities/report/match/patient-match-notice.tsx'
import * as match from '../../../entities/report/match/texts.ts'
import * as texts from '../texts.tsx'
import classes from '../reports.module.css'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

/** The visit of a report, if it can move to another patient: that patient has no visit for it, and it has no other report. */
const useMovableVisit = ({ id, patient, reportType }: Report, right: { id: number }): Visit | undefined => {
  const enabled = useUsesVisits()
  const wrongVisits = useQuery({ ...visitsQuery(patient.id, MAX_PAGE_SIZE), enabled })
  const rightVisits = useQuery({ ...visitsQuery(right.id, MAX_PAGE_SIZE), enabled })
  // Visits of the patient who was chosen before.
  if (!rightVisits.data || rightVisits.isPlaceholderData) return undefined
  if (rightVisits.data.data.some((visit) => isAwaiting(visit, reportType.id))) return undefined
  const visit = wrongVisits.data?.data.find(({ reports }) => reports.some((one) => one.id === id))
  return visit?.reports.length === 1 ? visit : undefined
}

interface RightPatientCheckProps {
  report: ShownReport
  right: PatientRow
  failure: string | undefined
  isPending: boolean
  onBack: () => void
  onConfirm: (movesVisit: boolean) => void
  onChoose: (patient: PatientRow) => void
}

export function RightPatientCheck({
  report,
  right,
  failure,
  isPending,
  onBack,
  onConfirm,
  onChoose,
}: RightPatientCheckProps) {
  const client = useQueryClient()
  const check = usePatientMatch({ patientId: right.id, reportId: report.id, version: report.version })
  const visit = useMovableVisit(report, right)
  const [movesVisit, setMovesVisit] = useState(false)
  // Confirmed for this patient id only.
  const [confirmedFor, setConfirmedFor] = useState<number>()
  const isDoubtful = needsConfirmation(check)
  const isConfirmed = confirmedFor === right.id
  return (
    <Stack>
      {failure && (
        <Notice tone="negative" role="alert" title={texts.nothingWasChanged}>
          {failure}
        </Notice>
      )}
      <Text inherit>{texts.exchangeHint(report.id, report.title)}</Text>
      <div className={classes.sides}>
        <Side title={texts.wrongPatient} tone="wrong" patient={report.patient} />
        <IconArrowRight className={classes.arrow} size={20} stroke={1.75} aria-hidden="true" />
        <Side title={texts.rightPatient} tone="right" patient={right} />
      </div>
      <PatientMatchNotice
        check={check}
        candidateAction={{
          label: texts.chooseNamed,
          exceptId: report.patient.id,
          choose: ({ id }) =>
            void client
              .fetchQuery(endpointQuery(api.patients.getById, { params: { id } }))
              .then(onChoose, toastError),
        }}
      />
      {visit && (
        <Checkbox
          label={texts.moveVisit}
          description={texts.moveVisitHint(visit.id, report.patient.fullName)}
          checked={movesVisit}
          onChange={(event) => setMovesVisit(event.currentTarget.checked)}
        />
      )}
      {isDoubtful && (
        <Checkbox
          label={match.confirmMatch(right.fullName)}
          checked={isConfirmed}
          onChange={(event) => setConfirmedFor(event.currentTarget.checked ? right.id : undefined)}
        />
      )}
      <DialogActions>
        <Button variant="default" onClick={onBack} disabled={isPending} data-autofocus>
          {texts.back}
        </Button>
        <SubmitButton
          color="red"
          isPending={isPending}
          pendingLabel={texts.publishing}
          disabled={check.isPending || (isDoubtful && !isConfirmed)}
          onClick={() => onConfirm(visit !== undefined && movesVisit)}
        >
          {isDoubtful ? texts.moveAnyway : texts.withdrawAndPublish}
        </SubmitButton>
      </DialogActions>
    </Stack>
  )
}

interface SideProps {
  title: string
  tone: 'wrong' | 'right'
  patient: StripPatient & Pick<PatientRow, 'emrId' | 'phone'>
}

function Side({ title, tone, patient }: SideProps) {
  return (
    <section className={classes.side} data-tone={tone} aria-label={title}>
      <Text component="h3" size="sm" fw={600} mb="xs">
        {title}
      </Text>
      <PatientStrip patient={patient} />
      <DetailList
        details={[
          { label: texts.phone, value: <PhoneText phone={patient.phone} /> },
          { label: texts.emrId, value: <Ltr>{orNotAvailable(patient.emrId)}</Ltr> },
        ]}
      />
    </section>
  )
}
