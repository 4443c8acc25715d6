import { Checkbox, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import type { ApiClient, ClientFields, Receiver, ReceiverFields } from '@zelab/contract'
import { CLIENT_SCOPES } from '@zelab/contract'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { ConfirmedFormDialog } from '../../entities/identity/confirmed-identity.tsx'
import { ReferrerField } from '../../entities/visit/referrer-field.tsx'
import { AdvancedFields } from '../../ui/form/advanced-fields.tsx'
import { CountryField } from '../../ui/form/country-field.tsx'
import { fieldProps, KEEP_DIRTY } from '../../ui/form/form-resolver.ts'
import { RadioField } from '../../ui/form/radio-field.tsx'
import {
  connectionResolver,
  fieldsOf,
  type ConnectionFields,
  type ConnectionForm,
} from './connection-form.ts'
import * as texts from './texts.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { pageApi } from '../../lib/page-api.ts'

interface ConnectionDialogProps {
  labId: number
  of: 'client' | 'receiver'
  connection: ApiClient | Receiver | undefined
  country: string
  onAdded: (added: { secret?: string | undefined; clientId?: string }) => void
  onClose: () => void
}

export function ConnectionDialog({
  labId,
  of,
  connection,
  country,
  onAdded,
  onClose,
}: ConnectionDialogProps) {
  const addClient = useEndpoint(pageApi.integrations.addClient, { labId })
  const addReceiver = useEndpoint(pageApi.integrations.addReceiver, { labId })
  const update = useEndpoint(pageApi.integrations.update, { id: connection?.id ?? 0 })
  const form = useForm<ConnectionFields, unknown, object>({
    resolver: connectionResolver(connection),
    values: fieldsOf(of, connection, country),
    resetOptions: KEEP_DIRTY,
  })
  const isClient = of === 'client'
  const save = async (checked: object) => {
    if (connection) await update.mutateAsync(checked)
    else if (isClient) onAdded((await addClient.mutateAsync(checked as ClientFields)).data)
    else {
      const receiver = { ...checked, kind: form.getValues('kind') } as ReceiverFields
      onAdded((await addReceiver.mutateAsync(receiver)).data)
    }
  }
  const { addClient: newClient, addReceiver: newReceiver, editClient, editReceiver } = texts
  const title = connection ? (isClient ? editClient : editReceiver) : isClient ? newClient : newReceiver
  return (
    <ConfirmedFormDialog
      title={title}
      name={`connection ${connection?.id ?? `${of} of lab ${labId}`}`}
      form={form}
      onSave={save}
      onClose={onClose}
      {...(connection ? { needsChange: true } : { submitLabel: title })}
    >
      {!isClient && !connection && (
        <RadioField
          form={form}
          name="kind"
          label={texts.kind}
          values={['webhook', 'hl7']}
          nameOf={texts.KINDS}
        />
      )}
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        required
        autoComplete="off"
        data-autofocus
        {...fieldProps(form, 'name')}
      />
      <TextInput
        label={texts.purpose}
        description={texts.purposeHint}
        required
        autoComplete="off"
        {...fieldProps(form, 'purpose')}
      />
      <CountryField form={form} name="country" label={texts.country} />
      <Textarea
        label={texts.legalBasis}
        description={texts.legalBasisHint}
        autosize
        minRows={2}
        maxRows={5}
        {...fieldProps(form, 'legalBasis')}
      />
      <ReachFields
        form={form}
        labId={labId}
        stored={connection?.reach.kind === 'referrer' ? connection.reach : null}
      />
      {isClient ? <ClientPart form={form} isNew={!connection} /> : <ReceiverPart form={form} />}
    </ConfirmedFormDialog>
  )
}

function ReachFields({
  form,
  labId,
  stored,
}: {
  form: ConnectionForm
  labId: number
  stored: { id: number; name: string } | null
}) {
  const reachKind = useWatch({ control: form.control, name: 'reach.kind' })
  return (
    <>
      <RadioField
        form={form}
        name="reach.kind"
        label={texts.reach}
        values={['lab', 'referrer']}
        nameOf={texts.REACHES}
      />
      {reachKind === 'referrer' && (
        <Controller
          control={form.control}
          name="reach.id"
          render={({ field, fieldState }) => (
            <ReferrerField
              labId={labId}
              stored={stored}
              value={field.value === '' ? null : Number(field.value)}
              onChange={(id) => field.onChange(id ? String(id) : '')}
              description={texts.referrerHint}
              error={fieldState.error?.message}
            />
          )}
        />
      )}
      <Checkbox
        label={texts.sensitive}
        description={texts.sensitiveHint}
        {...fieldProps(form, 'includesSensitive')}
      />
    </>
  )
}

function ClientPart({ form, isNew }: { form: ConnectionForm; isNew: boolean }) {
  const [keyKind, scopes] = useWatch({ control: form.control, name: ['keyKind', 'scopes'] })
  return (
    <>
      <AdvancedFields
        label={texts.reads(scopes.length, CLIENT_SCOPES.length)}
        hasError={form.formState.errors.scopes !== undefined}
      >
        <Controller
          control={form.control}
          name="scopes"
          render={({ field: { value, onChange }, fieldState }) => (
            <Checkbox.Group
              label={texts.scopes}
              required
              value={value}
              onChange={onChange}
              error={fieldState.error?.message}
            >
              <Stack gap="xs" pt="xs">
                {CLIENT_SCOPES.map((scope) => (
                  <Checkbox key={scope} value={scope} label={texts.SCOPES[scope]} />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
        />
      </AdvancedFields>
      {isNew && (
        <NativeSelect
          label={texts.keys}
          size="md"
          data={(['jwks', 'jwksUri', 'days'] as const).map((value) => ({ value, label: texts.KEYS[value] }))}
          {...fieldProps(form, 'keyKind')}
        />
      )}
      {keyKind === 'jwks' && (
        <Textarea
          label={texts.keySet}
          description={texts.keySetHint}
          required={isNew}
          rows={5}
          spellCheck={false}
          dir="ltr"
          {...fieldProps(form, 'jwks')}
        />
      )}
      {keyKind === 'jwksUri' && (
        <TextInput
          label={texts.keySetAddress}
          required
          type="url"
          autoComplete="off"
          dir="ltr"
          {...fieldProps(form, 'jwksUri')}
        />
      )}
      {keyKind === 'days' && isNew && (
        <TextInput
          label={texts.days}
          description={texts.daysHint}
          required
          inputMode="numeric"
          {...fieldProps(form, 'days')}
        />
      )}
    </>
  )
}

const HL7_NAMES = [
  ...(['sendingApplication', 'sendingFacility', 'receivingApplication', 'receivingFacility'] as const),
  'assigningAuthority',
] as const

function ReceiverPart({ form }: { form: ConnectionForm }) {
  const isWebhook = useWatch({ control: form.control, name: 'kind' }) === 'webhook'
  const plain = { autoComplete: 'off', dir: 'ltr', spellCheck: false } as const
  return (
    <>
      {isWebhook ? (
        <TextInput
          label={texts.url}
          description={texts.urlHint}
          required
          type="url"
          {...plain}
          {...fieldProps(form, 'url')}
        />
      ) : (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={texts.host} required {...plain} {...fieldProps(form, 'host')} />
          <TextInput
            label={texts.port}
            required
            inputMode="numeric"
            {...plain}
            {...fieldProps(form, 'port')}
          />
          <TextInput label={texts.serverName} required {...plain} {...fieldProps(form, 'serverName')} />
          <NativeSelect
            label={texts.processingId}
            size="md"
            data={(['T', 'P'] as const).map((value) => ({ value, label: texts.PROCESSING[value] }))}
            {...fieldProps(form, 'processingId')}
          />
          {HL7_NAMES.map((name) => (
            <TextInput
              key={name}
              label={texts[name]}
              {...(name === 'sendingApplication' && { placeholder: texts.defaultApplication })}
              {...(name === 'assigningAuthority' && { description: texts.assigningAuthorityHint })}
              {...plain}
              {...fieldProps(form, name)}
            />
          ))}
        </SimpleGrid>
      )}
      <Textarea
        label={texts.certificates}
        description={isWebhook ? texts.certificatesHint : texts.hl7CertificatesHint}
        required={!isWebhook}
        rows={4}
        spellCheck={false}
        dir="ltr"
        {...fieldProps(form, 'ca')}
      />
    </>
  )
}
