import { zodResolver } from '@hookform/resolvers/zod'
import type { contract, DateOrder, GeneralSettings, HandlerInput } from '@zelab/contract'
import { generalSettingsFields, typedPhoneField } from '@zelab/contract'
import type { Path, Resolver } from 'react-hook-form'

/** What stands in the fields of the form; a number field holds text while it is empty or wrong. */
export interface GeneralFields {
  supportEmail: string
  supportPhone: string
  supportHours: string
  uploadLimitMb: number | string
  retentionYears: number | string
  productName: string
  timeZone: string
  dateOrder: DateOrder
  defaultPageSize: number | string
}

export type GeneralChange = HandlerInput<typeof contract.settings.updateGeneral>['body']

export const generalResolver = (storedPhone: string | null) =>
  zodResolver(generalSettingsFields(typedPhoneField(storedPhone))) as unknown as Resolver<
    GeneralFields,
    unknown,
    GeneralChange
  >

export const GENERAL_PATHS: readonly Path<GeneralFields>[] = [
  'productName',
  'timeZone',
  'dateOrder',
  'defaultPageSize',
  'supportEmail',
  'supportPhone',
  'supportHours',
  'uploadLimitMb',
  'retentionYears',
]

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
