import type { ProviderProblem } from '@zelab/contract'
import { REFUSAL } from '@zelab/contract/messages'
import * as texts from './texts.ts'

type SecondStep = 'SECOND_FACTOR_CODE_REQUIRED' | 'SECOND_FACTOR_PASSKEY_REQUIRED'

const TEXTS: Partial<Record<string, string>> = {
  PROVIDER_DOWN: REFUSAL.PROVIDER_DOWN,
  PROVIDER_REFUSED: REFUSAL.PROVIDER_REFUSED,
  PROVIDER_NOT_ASKED: REFUSAL.PROVIDER_NOT_ASKED,
  NO_ROLE: REFUSAL.NO_ROLE,
  NOT_LINKED: REFUSAL.NOT_LINKED,
  PROVIDER_TAKEN: REFUSAL.PROVIDER_TAKEN,
  IDENTITY_CHECK_REQUIRED: REFUSAL.IDENTITY_CHECK_REQUIRED,
  TOO_MANY_ATTEMPTS: REFUSAL.TOO_MANY_ATTEMPTS,
  RESET_LINK_INVALID: REFUSAL.RESET_LINK_INVALID,
} satisfies Record<Exclude<ProviderProblem, SecondStep>, string>

/** The sentence for a `problem` of a provider; undefined for an unknown one. */
export const providerProblem = (code: string, provider?: string): string | undefined =>
  code === 'PROVIDER_DOWN' && provider !== undefined ? texts.doesNotAnswer(provider) : TEXTS[code]
