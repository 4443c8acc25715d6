import type { PatientField } from '@zelab/contract'
import { Ltr } from '../../ui/display/ltr.tsx'
import { fieldText, isLeftToRight } from './patient-fields.ts'

/** One value of a record, as the patient's page shows it. */
export function FieldValue({ field, value }: { field: PatientField; value: string | null }) {
  const text = fieldText(field, value)
  return isLeftToRight(field) ? <Ltr>{text}</Ltr> : <bdi>{text}</bdi>
}
