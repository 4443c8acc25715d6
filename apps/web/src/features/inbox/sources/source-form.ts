import type { InboxSource, InboxSourceFields, InboxSources } from '@zelab/contract'
import { inboxSourceForm } from '@zelab/contract'
import type { HL7_CHARSETS, InboxSourceKind } from '@zelab/contract/limits'
import { INBOX_SOURCE_KINDS } from '@zelab/contract/limits'
import type { FieldError, FieldErrors, Resolver, UseFormReturn } from 'react-hook-form'
import { formResolver } from '../../../ui/form/form-resolver.ts'

/** The request, except that the addresses are lines of one text. */
export interface SourceFields {
  kind: InboxSourceKind
  name: string
  isOn: boolean
  publishesAutomatically: boolean
  publisherId: string
  folder: string
  certificate: string
  addresses: string
  charset: (typeof HL7_CHARSETS)[number] | ''
}

export type SourceUseForm = UseFormReturn<SourceFields, unknown, InboxSourceFields>

export const availableKinds = ({ root, hl7Port }: InboxSources): InboxSourceKind[] =>
  INBOX_SOURCE_KINDS.filter((kind) => (kind === 'folder' ? root : hl7Port) !== null)

export const newSourceFields = (sources: InboxSources): SourceFields => ({
  kind: availableKinds(sources)[0] ?? 'folder',
  name: '',
  isOn: true,
  publishesAutomatically: false,
  publisherId: '',
  folder: '',
  certificate: '',
  addresses: '',
  charset: '',
})

/** A publisher without the permission is dropped, so that another one has to be selected. */
export const sourceFieldsOf = (source: InboxSource, { publishers }: InboxSources): SourceFields => ({
  kind: source.kind,
  name: source.name,
  isOn: source.isOn,
  publishesAutomatically: source.publishesAutomatically,
  publisherId: String(publishers.find(({ id }) => id === source.publisher?.id)?.id ?? ''),
  folder: source.folder ?? '',
  certificate: source.certificate ?? '',
  addresses: source.addresses.join('\n'),
  charset: source.charset ?? '',
})

type SentFields = (typeof inboxSourceForm)['_zod']['input']

/** Sends the fields of the selected kind only. */
const sentOf = ({ kind, addresses, publisherId, ...fields }: SourceFields): SentFields => {
  const common = { ...fields, kind, publisherId: fields.publishesAutomatically ? publisherId : '' }
  if (kind === 'folder') return { ...common, certificate: '', charset: '' }
  const lines = addresses.split(/[\n,;]/).map((line) => line.trim())
  return { ...common, folder: '', addresses: lines.filter((line) => line !== '') }
}

const resolve = formResolver<typeof inboxSourceForm, SentFields>(inboxSourceForm)

/** An error of any address is shown at their common field. */
const errorOfAddresses = (errors: FieldErrors<SentFields>['addresses']): FieldError | undefined => {
  const all: readonly unknown[] = Array.isArray(errors) ? errors : [errors]
  return all.find(Boolean) as FieldError | undefined
}

export const sourceResolver: Resolver<SourceFields, unknown, InboxSourceFields> = async (
  fields,
  context,
  { fields: places, names = [], ...options },
) => {
  const result = await resolve(sentOf(fields), context, { ...options, names, fields: places })
  const { addresses, ...errors } = result.errors as FieldErrors<SentFields>
  const ofAddresses = errorOfAddresses(addresses)
  const found = { ...errors, ...(ofAddresses && { addresses: ofAddresses }) }
  return Object.keys(found).length > 0
    ? { values: {}, errors: found }
    : (result as { values: InboxSourceFields; errors: Record<string, never> })
}
