import type { PatientField } from '@zelab/contract'
import { Ltr } from '../../ui/display/ltr.tsx'
import { fieldText, isLeftToRight } from './patient-fields.ts'

export function FieldValue({ field, value }: { field: PatientField; value: string | null }) {
  const text = fieldText(field, value)
  return isLeftToRight(field) ? <Ltr>{text}</Ltr> : <bdi>{text}</bdi>
}
