/** Loaded on demand: only those with a passkey, and those who sign in, need it. */
import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import type { contract, HandlerResult, PasskeyAssertion, PasskeyPurpose } from '@zelab/contract'
import { api } from '../../lib/api-client.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import * as texts from './texts.ts'

type RequestOptions = HandlerResult<typeof contract.passkeys.options>

export const requestOptions = async (purpose: PasskeyPurpose): Promise<RequestOptions> =>
  (await api.passkeys.options({ body: { purpose } })).data

/** Shows the passkeys of this device; with `isAutofill`, in the list of the email field. */
export const askPasskey = (options: RequestOptions, { isAutofill = false } = {}): Promise<PasskeyAssertion> =>
  startAuthentication({ optionsJSON: options, useBrowserAutofill: isAutofill })

export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony()

export const createPasskey = (options: HandlerResult<typeof contract.passkeys.addOptions>) =>
  startRegistration({ optionsJSON: options })

const PROBLEMS: Record<string, string> = {
  NotAllowedError: texts.notConfirmed,
  InvalidStateError: texts.alreadyOnDevice,
  NotSupportedError: texts.unsuitableDevice,
  ConstraintError: texts.unsuitableDevice,
  SecurityError: texts.wrongAddress,
}

/** A sentence about a refusal of the browser or the server; undefined for a request that was stopped. */
export const passkeyProblem = (error: unknown): string | undefined => {
  if (error instanceof ApiError || !(error instanceof Error)) return messageOf(error)
  const { name } = error.cause instanceof Error ? error.cause : error
  return name === 'AbortError' ? undefined : (PROBLEMS[name] ?? texts.failed)
}
