import { Box, Group, Text } from '@mantine/core'
import { IconFileText, IconUser, IconUserPlus } from '@tabler/icons-react'
import type { FoundPatient, FoundReport, PatientVisits } from '@zelab/contract'
import { bornInWords } from '../../../lib/age.ts'
import { formatDate } from '../../../lib/format.ts'
import { Ltr } from '../../../ui/display/inline.tsx'
import { ZlId } from '../../../ui/display/tags.tsx'
import { PhoneText } from '../../../ui/display/contact-links.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { ReportStatusChips } from '../../../entities/report/report-status-chips.tsx'
import { PatientVisitBadges, useVisitStates } from '../../../entities/visit/visit-badges.tsx'
import classes from '../dashboard.module.css'
import * as texts from './texts.tsx'

/** A report is an option only for its number. */
export type FrontDeskOption = FoundPatient | FoundReport | 'register'

const isReport = (option: FoundPatient | FoundReport): option is FoundReport => 'patient' in option

export const optionKey = (option: FrontDeskOption): string => {
  if (option === 'register') return option
  return isReport(option) ? `report-${option.id}` : String(option.id)
}

/** A patient, or one report of a patient. */
export interface Chosen {
  patientId: number
  reportId?: number
}

export const chosenBy = (option: FoundPatient | FoundReport): Chosen =>
  isReport(option) ? { patientId: option.patient.id, reportId: option.id } : { patientId: option.id }

interface FrontDeskOptionsProps {
  id: string
  options: readonly FrontDeskOption[]
  active: FrontDeskOption | undefined
  /** Search text that prefills the registration. */
  typed: string
  onPoint: (option: FrontDeskOption) => void
  onChoose: (option: FrontDeskOption) => void
}

export function FrontDeskOptions({ id, options, active, typed, onPoint, onChoose }: FrontDeskOptionsProps) {
  const patientIds = options.flatMap((option) =>
    option === 'register' || isReport(option) ? [] : [option.id],
  )
  const visits = useVisitStates(patientIds)
  return (
    <Box id={id} role="listbox" aria-label={texts.found} pt="xs">
      {options.map((option) => (
        <div
          key={optionKey(option)}
          id={`${id}-${optionKey(option)}`}
          role="option"
          aria-selected={option === active}
          className={classes.option}
          onMouseMove={() => option !== active && onPoint(option)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option === 'register' ? (
            <NewPatient typed={typed} />
          ) : isReport(option) ? (
            <Report report={option} />
          ) : (
            <Patient patient={option} visits={visits.get(option.id)} />
          )}
        </div>
      ))}
    </Box>
  )
}

function NewPatient({ typed }: { typed: string }) {
  return (
    <>
      <IconUserPlus size={18} stroke={1.75} aria-hidden="true" />
      <Text span inherit display="block" fw={600}>
        {typed === '' ? texts.registerNew : texts.registerTyped(<bdi>{typed}</bdi>)}
      </Text>
    </>
  )
}

function Report({ report }: { report: FoundReport }) {
  const { id, title, patient, createdAt } = report
  return (
    <>
      <IconFileText size={18} stroke={1.75} aria-hidden="true" />
      <Box component="span" flex={1} miw={0}>
        <Text span inherit display="block" fw={600}>
          <bdi>{patient.fullName}</bdi>
        </Text>
        <Group component="span" align="baseline" gap="sm" c="dimmed" fz="sm">
          <span>#{id}</span>
          <bdi>{title}</bdi>
          <span>{formatDate(createdAt)}</span>
          <ReportStatusChips report={report} />
        </Group>
      </Box>
    </>
  )
}

function Patient({ patient, visits }: { patient: FoundPatient; visits: PatientVisits | undefined }) {
  const { id, fullName, dateOfBirth, phone, emrId, formerId, isSimilar } = patient
  return (
    <>
      <IconUser size={18} stroke={1.75} aria-hidden="true" />
      <Group component="span" gap="sm" flex={1} miw={0}>
        <Box component="span" flex="1 1 12rem" miw={0}>
          <Text span inherit display="block" fw={600}>
            <bdi>{fullName}</bdi>
          </Text>
          <Group component="span" align="baseline" gap="sm" c="dimmed" fz="sm">
            <span>
              <ZlId id={id} />
              {formerId !== undefined && <> {texts.formerly(<ZlId id={formerId} />)}</>}
            </span>
            <span>{texts.born(bornInWords(dateOfBirth))}</span>
            <PhoneText phone={phone} />
            {emrId && <span>{texts.emrId(<Ltr>{emrId}</Ltr>)}</span>}
          </Group>
        </Box>
        <PatientVisitBadges visits={visits} />
        {isSimilar && (
          <StatusBadge tone="neutral" icon={null}>
            {texts.similarName}
          </StatusBadge>
        )}
      </Group>
    </>
  )
}
