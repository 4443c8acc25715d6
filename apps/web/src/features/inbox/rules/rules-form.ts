import type { InboxSettings, InboxSettingsFields } from '@zelab/contract'
import { inboxSettingsForm } from '@zelab/contract'
import type { Resolver, UseFormReturn } from 'react-hook-form'
import { formResolver } from '../../../ui/form/form-resolver.ts'
import type { RuleField } from './texts.tsx'

export interface RuleFields {
  field: RuleField
  contains: string
  reportTypeId: string
  title: string
}

export interface RulesFields {
  fileNamePattern: string
  rules: RuleFields[]
}

export type RulesUseForm = UseFormReturn<RulesFields, unknown, InboxSettingsFields>

export const EMPTY_RULE: RuleFields = { field: 'text', contains: '', reportTypeId: '', title: '' }

export const rulesFieldsOf = ({ fileNamePattern, rules }: InboxSettings): RulesFields => ({
  fileNamePattern: fileNamePattern ?? '',
  rules: rules.map(({ field, contains, reportType, title }) => ({
    field,
    contains,
    reportTypeId: String(reportType.id),
    title,
  })),
})

const resolve = formResolver<typeof inboxSettingsForm, RulesFields>(inboxSettingsForm)

/** Ignores the words that a rule for every file hides. */
export const rulesResolver: Resolver<RulesFields, unknown, InboxSettingsFields> = (fields, ...rest) =>
  resolve(
    {
      ...fields,
      rules: fields.rules.map((rule) => (rule.field === 'any' ? { ...rule, contains: '' } : rule)),
    },
    ...rest,
  )
