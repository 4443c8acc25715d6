import { Modal, Stack, TextInput } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import type { CallInput, contract, PasskeyAssertion } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import type { KeyboardEvent, SubmitEvent } from 'react'
import { useRef, useState } from 'react'
import { useReturnedProblem } from '../../entities/identity/returned-problem.ts'
import { api } from '../../lib/api-client.ts'
import { ApiError, isRefusal, messageOf } from '../../lib/api-error.ts'
import { useBrand } from '../../lib/brand.ts'
import { isOrigin } from '../../lib/guards.ts'
import { pageApi } from '../../lib/page-api.ts'
import {
  collectKeys,
  collectKeysForDialog,
  dropCollectedKeys,
  focusFirstField,
  pressCollectedKeys,
} from '../../lib/typed-ahead.ts'
import { setPreferences, setSession, setUser } from '../../lib/session-store.ts'
import { AnchorLink } from '../../ui/actions/links.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { BrandMark } from '../../ui/layout/brand-mark.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { clearToasts, toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import classes from './top-bar.module.css'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { ProviderSignIn, useProviders } from './provider-sign-in.tsx'
import * as texts from './texts.ts'

const { login: words } = texts

export { collectKeysForDialog }

interface LoginDialogProps {
  /** For the title only; the server decides the role (AMB-12). */
  role: string
  isOpen: boolean
  onClose: () => void
}

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

type Field = 'email' | 'password' | 'code'

/** Empty fields only have the server's toast (AMB-14). */
const signInProblems = (form: FormData, error: unknown): Partial<Record<Field, string>> => {
  const isEmpty = textOf(form, 'email') === '' || textOf(form, 'password') === ''
  return isEmpty ? {} : { password: messageOf(error) }
}

const isCodeProblem = (error: unknown): boolean =>
  error instanceof ApiError && error.errors.some(({ path }) => path === 'code')

/** Titled "{role} Login". The only validation is the browser's for an email (AMB-14). */
export function LoginDialog({ role, isOpen, onClose }: LoginDialogProps) {
  const router = useRouter()
  const login = useMutation({
    mutationFn: (body: CallInput<typeof contract.auth.login>['body']) => api.auth.login({ body }),
  })
  // A dialog that mounts open cannot return the focus.
  const isMounted = useMounted()

  const productName = useBrand((brand) => brand.productName)
  const returned = useReturnedProblem(onClose)
  const [notice, setNotice] = useState(returned.sentence)
  /** The sign-in that a code or a passkey completes. */
  const [secondStepOf, setSecondStepOf] = useState<'password' | 'provider' | null>(
    returned.isSecondStep ? 'provider' : null,
  )
  const isCodeNeeded = secondStepOf !== null
  const secondStep = useMutation({
    mutationFn: (proof: { code?: string; passkey?: PasskeyAssertion }) =>
      pageApi.oidc.secondStep({ body: proof }),
  })
  const isPending = login.isPending || secondStep.isPending
  const [email, setEmail] = useState('')
  const { providers, hasPasskeys } = useProviders(email)
  const [problems, setProblems] = useState<Partial<Record<Field, string>>>({})
  const fields = useRef<HTMLFormElement>(null)

  const enter = async ({ data, session, preferences }: Awaited<ReturnType<typeof login.mutateAsync>>) => {
    const { origin } = router.state.location.state
    setSession(session)
    setPreferences(preferences)
    setUser(data)
    toastSuccess(SUCCESS.login)
    if (isOrigin(origin)) router.history.replace(origin)
    else await router.navigate({ to: '/user/dashboard', replace: true })
    pressCollectedKeys()
  }

  const takePasskey = async (passkey: PasskeyAssertion) => {
    if (isCodeNeeded && fields.current) return submit(fields.current, passkey)
    clearToasts()
    await enter(await api.passkeys.login({ body: { response: passkey } }))
  }

  const submit = async (element: HTMLFormElement, passkey?: PasskeyAssertion) => {
    const form = new FormData(element)
    setProblems({})
    setNotice(undefined)
    // Removes messages of failed sign-ins.
    clearToasts()
    collectKeys()
    let answer
    try {
      const code = textOf(form, 'code')
      const proof = passkey ? { passkey } : code ? { code } : {}
      answer = await (secondStepOf === 'provider'
        ? secondStep.mutateAsync(proof)
        : login.mutateAsync({
            email: textOf(form, 'email'),
            password: textOf(form, 'password'),
            ...proof,
          }))
    } catch (error) {
      dropCollectedKeys()
      // Only accounts with a second factor need a code.
      const isCode = isCodeProblem(error)
      if (!isCode || isCodeNeeded) {
        const found = isCode ? { code: messageOf(error) } : signInProblems(form, error)
        const [name] = Object.keys(found)
        const field = name === undefined ? null : fields.current?.elements.namedItem(name)
        // A field that takes the focus has its error read with it.
        toastError(error, undefined, { isSilent: name !== undefined && field !== document.activeElement })
        setProblems(found)
        if (field instanceof HTMLInputElement) {
          field.focus()
          field.select()
        }
      }
      if (isCode && !isCodeNeeded) setSecondStepOf('password')
      // The sign-in has to begin again.
      if (secondStepOf === 'provider' && isRefusal(error, 'PROVIDER_REFUSED')) setSecondStepOf(null)
      return
    }
    await enter(answer)
  }
  /** Enter in the email field would send an empty password. */
  const goToPassword = (event: KeyboardEvent) => {
    const field = fields.current?.elements.namedItem('password')
    if (event.key !== 'Enter' || !(field instanceof HTMLInputElement) || field.value !== '') return
    event.preventDefault()
    field.focus()
  }
  return (
    <Modal
      opened={isMounted && isOpen}
      onClose={() => !isPending && onClose()}
      title={words.title(role)}
      size="25rem"
    >
      <form
        ref={fields}
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          void submit(event.currentTarget)
        }}
      >
        <Stack gap="md" ref={focusFirstField}>
          <p className={classes.loginBrand}>
            <BrandMark size={24} />
            {productName}
          </p>
          {notice && <Notice tone="negative" role="alert" title={notice} />}
          {secondStepOf !== 'provider' && (
            <>
              <TextInput
                label={words.email}
                name="email"
                type="email"
                autoComplete="username webauthn"
                dir="ltr"
                data-autofocus
                onChange={(event) => setEmail(event.currentTarget.value)}
                onKeyDown={goToPassword}
                error={problems.email}
              />
              <PasswordField
                label={words.password}
                name="password"
                autoComplete="current-password"
                error={problems.password}
              />
            </>
          )}
          {isCodeNeeded && (
            <TextInput
              label={words.code}
              description={words.codeHint}
              error={problems.code}
              name="code"
              autoComplete="one-time-code"
              dir="ltr"
              ref={(field) => field?.focus()}
            />
          )}
          {secondStepOf !== 'provider' && (
            <AnchorLink to="/forgot-password" className={classes.forgot} size="sm">
              {words.forgot}
            </AnchorLink>
          )}
          <SubmitButton isPending={isPending} size="md" fullWidth>
            {words.submit(role)}
          </SubmitButton>
          {hasPasskeys !== false && (
            <PasskeySignIn
              isDisabled={isPending}
              isSecondStep={isCodeNeeded}
              isListed={hasPasskeys}
              onAnswer={takePasskey}
            />
          )}
          {!isCodeNeeded && <ProviderSignIn providers={providers} email={email} isDisabled={isPending} />}
        </Stack>
      </form>
    </Modal>
  )
}
