import { PATIENT_LIST_COLUMNS } from '@zelab/contract/limits'
import { usePreferences, useUpdatePreferences } from '../../../lib/queries/preferences.ts'
import { ColumnMenu } from '../../../ui/table/column-menu.tsx'
import { useIsPhoneWidth } from '../../../ui/layout/phone-width.ts'
import * as texts from '../texts.tsx'

const HEADERS = {
  id: texts.id,
  fullName: texts.fullName,
  contact: texts.contactInformation,
  personal: texts.personalDetails,
  emrId: texts.emrId,
  registration: texts.registrationInfo,
} as const

/** The columns of the patients list, kept for the user; on a phone there are cards. */
export function PatientColumnMenu() {
  const { patientColumns } = usePreferences()
  const update = useUpdatePreferences()
  if (useIsPhoneWidth()) return null
  return (
    <ColumnMenu
      columns={PATIENT_LIST_COLUMNS.map((id) => ({ id, header: HEADERS[id] }))}
      visible={patientColumns ?? PATIENT_LIST_COLUMNS}
      onChange={(columns) => update.mutate({ patientColumns: columns })}
    />
  )
}
