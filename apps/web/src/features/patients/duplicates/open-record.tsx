import { IconExternalLink } from '@tabler/icons-react'
import { NEW_TAB, ButtonLink } from '../../../ui/actions/links.tsx'
import * as texts from '../texts.tsx'

interface OpenRecordProps {
  patient: { id: number; fullName: string }
  /** Takes the initial focus of its dialog. */
  isFirst?: boolean
}

/** Opens the record in a new tab, so that the form keeps its values. */
export function OpenRecord({ patient, isFirst = false }: OpenRecordProps) {
  return (
    <ButtonLink
      mod="wraps"
      to="/user/patients/view/$patientId"
      params={{ patientId: String(patient.id) }}
      {...NEW_TAB}
      size="sm"
      rightSection={<IconExternalLink size={16} aria-hidden="true" />}
      {...(isFirst && { 'data-autofocus': true })}
    >
      {texts.openNamed(patient.fullName)}
    </ButtonLink>
  )
}
