import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { NO_VISIT } from '@zelab/contract/limits'
import { useEffect, useEffectEvent } from 'react'
import { isAwaiting, useUsesVisits, visitsQuery } from '../../entities/visit/queries.ts'
import { formatMoment } from '../../lib/format.ts'
import { useCurrentUser } from '../../lib/session-store.ts'
import * as words from '../../entities/visit/texts.ts'
import * as texts from './texts.ts'

const CHOICES = 20

interface VisitOfReportProps {
  patientId: number
  reportTypeId: string
  value: string
  onChange: (id: string) => void
  error: string | undefined
}

/** Chooses the visit of a report that is published; shown only for a patient with visits. */
export function VisitOfReport(props: VisitOfReportProps) {
  const { lab } = useCurrentUser()
  const usesVisits = useUsesVisits()
  return (usesVisits || lab === null) && <Choice {...props} />
}

function Choice({ patientId, reportTypeId, value, onChange, error }: VisitOfReportProps) {
  const { data } = useQuery(visitsQuery(patientId, CHOICES))
  const visits = (data?.data ?? []).filter(({ state }) => state !== 'canceled')
  const awaiting = visits.filter((visit) => isAwaiting(visit, Number(reportTypeId)))
  const proposed = awaiting.length === 1 ? String(awaiting[0]?.id) : undefined
  const propose = useEffectEvent((id: string) => value === '' && onChange(id))
  useEffect(() => {
    if (proposed !== undefined) propose(proposed)
  }, [proposed])
  if (visits.length === 0) return null
  return (
    <NativeSelect
      label={words.visit}
      size="md"
      value={value || NO_VISIT}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
      data={[
        { value: NO_VISIT, label: words.noVisit },
        ...visits.map((visit) => ({
          value: String(visit.id),
          label: [
            words.visitNumber(visit.id),
            words.STATES[visit.state],
            visit.expected.map(({ title }) => title).join(', '),
            texts.created(formatMoment(visit.createdAt)),
          ]
            .filter(Boolean)
            .join(' · '),
        })),
      ]}
    />
  )
}
