import { Text } from '@mantine/core'
import type { PasskeyAssertion } from '@zelab/contract'
import { lazy, Suspense, useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useSessionStore } from '../../lib/session-store.ts'
import { fieldProps } from '../../ui/form/form-resolver.ts'
import { CodeField, PasswordField } from '../../ui/form/password-field.tsx'
import * as texts from './texts.ts'

const PasskeyButton = lazy(() => import('./passkey-button.tsx'))

interface IdentityFieldsProps<Fields extends FieldValues, Checked> {
  form: UseFormReturn<Fields, unknown, Checked>
  /** The field of the password. */
  name: Path<Fields>
  label: string
  /** The form has nothing else to fill in. */
  submitsAtOnce?: boolean
}

/** The password, with a code if the second factor is on; or a passkey, in the form's field `passkey`. */
export function IdentityFields<Fields extends FieldValues, Checked>({
  form,
  name,
  label,
  submitsAtOnce = false,
}: IdentityFieldsProps<Fields, Checked>) {
  const session = useSessionStore((state) => state.session)
  const passkey = 'passkey' as Path<Fields>
  const code = 'code' as Path<Fields>
  const isConfirmed = form.watch(passkey) !== undefined
  const { errors } = form.formState
  const { error } = form.getFieldState(passkey, form.formState)
  // A passkey answers once, also when the server then refuses another field.
  useEffect(() => {
    if (Object.values(errors).some((problem) => problem?.type === 'server'))
      form.setValue(passkey, undefined as PathValue<Fields, Path<Fields>>)
  }, [errors, form, passkey])
  const take = (answer: PasskeyAssertion, button: HTMLButtonElement) => {
    form.clearErrors(passkey)
    form.setValue(passkey, answer as PathValue<Fields, Path<Fields>>)
    if (submitsAtOnce) button.form?.requestSubmit()
  }
  return (
    <>
      {isConfirmed ? (
        <Text role="status">{texts.confirmedByPasskey}</Text>
      ) : (
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
      {session?.passkey === 'added' && !isConfirmed && (
        <Suspense>
          <PasskeyButton purpose="confirm" onAnswer={take} />
        </Suspense>
      )}
      {error && (
        <Text size="sm" c="var(--negative-text)" role="alert">
          {error.message}
        </Text>
      )}
    </>
  )
}
