import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PasskeyAssertion } from '@zelab/contract'
import { VALIDATION } from '@zelab/contract/messages'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useSessionStore } from '../../lib/session-store.ts'
import { fieldProps } from '../../ui/form/form-resolver.ts'
import { CodeField, PasswordField } from '../../ui/form/password-field.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { pageApi } from '../../lib/page-api.ts'

const PasskeyButton = lazy(() => import('./passkey-button.tsx'))
const ProviderButton = lazy(() => import('./provider-button.tsx'))

interface IdentityFieldsProps<Fields extends FieldValues, Checked> {
  form: UseFormReturn<Fields, unknown, Checked>
  /** The field of the password. */
  name: Path<Fields>
  label: string
  /** The form has nothing else to fill in. */
  submitsAtOnce?: boolean
}

/**
 * The password, with a code if the second factor is on; a passkey, in the form's field `passkey`; or a provider, in the
 * field `provider`.
 */
export function IdentityFields<Fields extends FieldValues, Checked>({
  form,
  name,
  label,
  submitsAtOnce = false,
}: IdentityFieldsProps<Fields, Checked>) {
  const session = useSessionStore((state) => state.session)
  const { data: ways } = useQuery(endpointQuery(pageApi.oidc.ways))
  // Most accounts have a password, so that its field does not wait.
  const hasPassword = !ways || ways.data.some(({ kind }) => kind === 'password')
  const providers = ways?.data.filter((way) => way.kind === 'provider') ?? []
  const [confirmedBy, setConfirmedBy] = useState(texts.confirmedByPasskey)
  const passkey = 'passkey' as Path<Fields>
  const provider = 'provider' as Path<Fields>
  const code = 'code' as Path<Fields>
  const isConfirmed = form.watch([passkey, provider]).some((proof) => proof !== undefined)
  const { errors } = form.formState
  const errorOf = (field: Path<Fields>) => form.getFieldState(field, form.formState).error
  const missing = hasPassword ? undefined : errorOf(name)
  const problem =
    (errorOf(passkey) ?? errorOf(provider))?.message ??
    (missing?.message === VALIDATION.required ? texts.confirmFirst : missing?.message)
  // Passkey and provider answer once, also when the server then refuses another field.
  useEffect(() => {
    if (!Object.values(errors).some((error) => error?.type === 'server')) return
    for (const proof of [passkey, provider])
      form.setValue(proof, undefined as PathValue<Fields, Path<Fields>>)
  }, [errors, form, passkey, provider])
  const take = (
    field: Path<Fields>,
    answer: PasskeyAssertion | true,
    button: HTMLButtonElement,
    confirmed: string,
  ) => {
    setConfirmedBy(confirmed)
    form.clearErrors([passkey, provider, name])
    form.setValue(field, answer as PathValue<Fields, Path<Fields>>)
    if (submitsAtOnce) button.form?.requestSubmit()
  }
  return (
    <>
      {isConfirmed && <Text role="status">{confirmedBy}</Text>}
      {!isConfirmed && hasPassword && (
        <>
          <PasswordField
            label={label}
            autoComplete="current-password"
            data-autofocus
            {...fieldProps(form, name)}
          />
          {session?.secondFactor === 'on' && (
            <CodeField
              {...(!session.hasAuthenticator && { label: texts.recoveryCode, description: null })}
              {...fieldProps(form, code)}
            />
          )}
        </>
      )}
      {!isConfirmed && (
        <Suspense>
          {providers.map((one) => (
            <ProviderButton
              key={one.id}
              provider={one}
              onAnswer={(answer, button) => take(provider, answer, button, texts.confirmedBy(one.name))}
            />
          ))}
          {session?.passkey === 'added' && (
            <PasskeyButton
              purpose="confirm"
              onAnswer={(answer, button) => take(passkey, answer, button, texts.confirmedByPasskey)}
            />
          )}
        </Suspense>
      )}
      {problem && (
        <Text size="sm" c="var(--negative-text)" role="alert">
          {problem}
        </Text>
      )}
    </>
  )
}
