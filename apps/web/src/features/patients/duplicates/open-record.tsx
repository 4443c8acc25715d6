import { IconExternalLink } from '@tabler/icons-react'
import { ButtonLink } from '../../../ui/actions/links.tsx'
import * as texts from '../texts.tsx'

interface OpenRecordProps {
  patient: { id: number; fullName: string }
  /** Has the first focus of its dialog. */
  isFirst?: boolean
}

/** Opens a record in a new tab: what was typed into the form stays. */
export function OpenRecord({ patient, isFirst = false }: OpenRecordProps) {
  return (
    <ButtonLink
      mod="wraps"
      to="/user/patients/view/$patientId"
      params={{ patientId: String(patient.id) }}
      target="_blank"
      size="sm"
      rightSection={<IconExternalLink size={16} aria-hidden="true" />}
      {...(isFirst && { 'data-autofocus': true })}
    >
      {texts.openNamed(patient.fullName)}
    </ButtonLink>
  )
}
