import { NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OpenedInboxItem, Report } from '@zelab/contract'
import { useState } from 'react'
import { readWholeNumber } from '../../../lib/search-params.ts'
import { AnchorLink } from '../../../ui/actions/links.tsx'
import { Hint } from '../../../ui/display/inline.tsx'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import { DetailList } from '../../../ui/layout/detail-list.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import * as words from '../texts.ts'
import type { ChosenPatient } from './chosen-patient.ts'
import { PatientChoice } from './patient-choice.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

export function TargetReport({ report }: { report: Report }) {
  const { id, title, version, reportType, patient } = report
  return (
    <SectionCard title={texts.publishedReport}>
      <Stack>
        <PatientStrip patient={patient} />
        <DetailList
          details={[
            {
              label: texts.report,
              value: (
                <AnchorLink to="/user/reports/view/$reportId" params={{ reportId: String(id) }} inherit>
                  {words.reportOf(id)}
                </AnchorLink>
              ),
            },
            { label: texts.version, value: version },
            { label: words.title, value: title, isWide: true },
            { label: words.reportType, value: reportType.title, isWide: true },
          ]}
        />
      </Stack>
    </SectionCard>
  )
}

interface TargetChoiceProps {
  item: OpenedInboxItem
  chosenId: number | undefined
  onChoose: (reportId: number | undefined) => void
}

/** Finds the report of an unmatched correction or withdrawal: first the patient, then the report. */
export function TargetChoice({ item, chosenId, onChoose }: TargetChoiceProps) {
  const [patient, setPatient] = useState<ChosenPatient>()
  const record = useQuery({
    ...endpointQuery(api.patients.getById, { params: { id: patient?.id ?? 0 } }),
    enabled: patient !== undefined,
  }).data
  return (
    <>
      <PatientChoice
        item={item}
        chosen={patient}
        onChoose={(next) => {
          setPatient(next)
          onChoose(undefined)
        }}
        error={undefined}
      />
      <SectionCard title={texts.whichReport}>
        {!patient ? (
          <Hint>{texts.choosePatientFirst}</Hint>
        ) : record?.reports.length === 0 ? (
          <Hint>{texts.noReports}</Hint>
        ) : (
          <NativeSelect
            size="md"
            label={texts.publishedReport}
            required
            data={[
              { value: '', label: texts.chooseReport },
              ...(record?.reports ?? []).map(({ id, title }) => ({
                value: String(id),
                label: `${words.reportOf(id)} · ${title}`,
              })),
            ]}
            value={chosenId === undefined ? '' : String(chosenId)}
            onChange={(event) => onChoose(readWholeNumber(event.currentTarget.value))}
          />
        )}
      </SectionCard>
    </>
  )
}
