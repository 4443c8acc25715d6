import { Checkbox, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Provider, ProviderFields } from '@zelab/contract'
import { PROVIDER_SESSION_HOURS } from '@zelab/contract/limits'
import { SUCCESS } from '@zelab/contract/messages'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { ConfirmedFormDialog } from '../../../entities/identity/confirmed-identity.tsx'
import { labsQuery } from '../../../lib/queries/lookups.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { fieldProps, KEEP_DIRTY } from '../../../ui/form/form-resolver.ts'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { RadioField } from '../../../ui/form/radio-field.tsx'
import { SearchSelect } from '../../../ui/form/search-select.tsx'
import {
  ALL_LABS,
  fieldsOf,
  providerResolver,
  type ProviderForm,
  type ProviderFormFields,
} from './provider-form.ts'
import { RolesFields } from './roles-fields.tsx'
import { AddressesToRegister } from './provider-addresses.tsx'
import * as texts from './texts.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { pageApi } from '../../../lib/page-api.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'

const PLAIN = { autoComplete: 'off', dir: 'ltr', spellCheck: false } as const

interface ProviderDialogProps {
  provider: Provider | undefined
  onSaved: (provider: Provider) => void
  onClose: () => void
}

export function ProviderDialog({ provider, onSaved, onClose }: ProviderDialogProps) {
  const add = useEndpoint(pageApi.providers.create)
  const update = useEndpoint(pageApi.providers.update, { id: provider?.id ?? 0 })
  const form = useForm<ProviderFormFields, unknown, object>({
    resolver: providerResolver(provider),
    values: fieldsOf(provider),
    resetOptions: KEEP_DIRTY,
  })
  const clientId = useWatch({ control: form.control, name: 'clientId' })
  const { data: reserved, isLoading: isReserving } = useQuery({
    ...endpointQuery(pageApi.providers.reserve),
    enabled: !provider,
    // The addresses of the next provider belong to one, so that none is kept.
    staleTime: Infinity,
    gcTime: 0,
  })
  const save = async (checked: object) => {
    const fields = { ...checked, ...(reserved && { reservation: reserved.reservation }) } as ProviderFields
    const { data } = await (provider ? update.mutateAsync(checked) : add.mutateAsync({ body: fields }))
    onSaved(data)
  }
  const title = provider ? texts.editProvider : texts.addProvider
  return (
    <ConfirmedFormDialog
      title={title}
      name={`provider ${provider?.id ?? 'new'}`}
      form={form}
      except={['clientSecret']}
      onSave={save}
      success={provider ? SUCCESS.saved : SUCCESS.providerAdded}
      onClose={onClose}
      {...(provider ? { needsChange: true } : { submitLabel: title })}
    >
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        required
        autoComplete="off"
        data-autofocus
        {...fieldProps(form, 'name')}
      />
      {isReserving && <Skeleton height="9.5rem" />}
      {!provider && reserved && (
        <Stack gap="xs">
          <Text size="sm">{texts.addressesHint}</Text>
          <AddressesToRegister of={reserved} />
        </Stack>
      )}
      {!provider && <PlaceFields form={form} />}
      <TextInput label={texts.clientId} required {...PLAIN} {...fieldProps(form, 'clientId')} />
      {provider && provider.accounts > 0 && clientId.trim() !== provider.clientId && (
        <Notice tone="warning" title={texts.newClientId}>
          {texts.newClientIdHint}
        </Notice>
      )}
      <KeyFields form={form} provider={provider} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={texts.scopes}
          description={texts.scopesHint}
          required
          {...PLAIN}
          {...fieldProps(form, 'scopes')}
        />
        <TextInput
          label={texts.sessionHours}
          description={texts.sessionHoursHint(PROVIDER_SESSION_HOURS.min, PROVIDER_SESSION_HOURS.max)}
          required
          inputMode="numeric"
          {...fieldProps(form, 'sessionHours')}
        />
      </SimpleGrid>
      <TextInput
        label={texts.domains}
        description={texts.domainsHint}
        {...PLAIN}
        {...fieldProps(form, 'domains')}
      />
      <RolesFields form={form} />
      <SecondFactorFields form={form} />
      <Checkbox
        label={texts.asksForAccount}
        description={texts.asksForAccountHint}
        {...fieldProps(form, 'asksForAccount')}
      />
      <Checkbox
        label={texts.returnsAfterLogout}
        description={texts.returnsAfterLogoutHint}
        {...fieldProps(form, 'returnsAfterLogout')}
      />
    </ConfirmedFormDialog>
  )
}

/** Accounts are linked to them, so that neither can be changed later. */
function PlaceFields({ form }: { form: ProviderForm }) {
  const { data: labs, isPending, isError, refetch } = useQuery(labsQuery())
  return (
    <>
      <Controller
        control={form.control}
        name="labId"
        render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
          <SearchSelect
            label={texts.lab}
            description={texts.labHint}
            required
            {...(isPending && { placeholder: texts.loadingLabs })}
            nothingFoundMessage={isError ? texts.labsNotLoaded : texts.noLabFound}
            onDropdownOpen={() => void (isError && refetch())}
            data={[
              { value: ALL_LABS, label: texts.allLabs },
              ...(labs ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={value || null}
            onChange={(labId) => onChange(labId ?? '')}
            onBlur={onBlur}
            ref={ref}
            error={fieldState.error?.message}
            limit={200}
          />
        )}
      />
      <TextInput
        label={texts.issuer}
        description={texts.issuerHint}
        required
        type="url"
        {...PLAIN}
        {...fieldProps(form, 'issuer')}
      />
    </>
  )
}

function KeyFields({ form, provider }: { form: ProviderForm; provider: Provider | undefined }) {
  const keyKind = useWatch({ control: form.control, name: 'keyKind' })
  return (
    <>
      <RadioField
        form={form}
        name="keyKind"
        label={texts.keys}
        values={['secret', 'pair']}
        nameOf={texts.KEYS}
      />
      {keyKind === 'secret' && (
        <PasswordField
          label={texts.clientSecret}
          {...(provider?.hasSecret ? { description: texts.keptSecret } : { required: true })}
          {...PLAIN}
          autoComplete="new-password"
          {...fieldProps(form, 'clientSecret')}
        />
      )}
      {keyKind === 'pair' && provider?.keySet && (
        <Checkbox
          label={texts.renewsPair}
          description={texts.renewsPairHint}
          {...fieldProps(form, 'renewsPair')}
        />
      )}
    </>
  )
}

function SecondFactorFields({ form }: { form: ProviderForm }) {
  const checksSecondFactor = useWatch({ control: form.control, name: 'checksSecondFactor' })
  return (
    <>
      <Checkbox
        label={texts.checksSecondFactor}
        description={texts.checksSecondFactorHint}
        {...fieldProps(form, 'checksSecondFactor')}
      />
      {checksSecondFactor && (
        <TextInput label={texts.acr} description={texts.acrHint} {...PLAIN} {...fieldProps(form, 'acr')} />
      )}
    </>
  )
}
