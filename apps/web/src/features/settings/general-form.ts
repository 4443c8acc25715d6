import type { FormInput, FormOutput, GeneralSettings } from '@zelab/contract'
import { generalSettingsFields, typedPhoneField } from '@zelab/contract'
import type { Resolver } from 'react-hook-form'
import { formResolver } from '../../ui/form/form-resolver.ts'

type GeneralSchema = ReturnType<typeof generalSettingsFields>
/** Number fields contain text while empty or invalid. */
export type GeneralFields = FormInput<GeneralSchema>
export type GeneralChange = FormOutput<GeneralSchema>

export const generalResolver = (
  storedPhone: string | null,
): Resolver<GeneralFields, unknown, GeneralChange> =>
  formResolver(generalSettingsFields(typedPhoneField(storedPhone)))

export const generalFieldsOf = (settings: GeneralSettings): GeneralFields => ({
  supportEmail: settings.supportEmail ?? '',
  supportPhone: settings.supportPhone ?? '',
  supportHours: settings.supportHours ?? '',
  uploadLimitMb: settings.uploadLimitMb,
  retentionYears: settings.retentionYears,
  productName: settings.productName,
  timeZone: settings.timeZone,
  dateOrder: settings.dateOrder,
  defaultPageSize: settings.defaultPageSize,
})
