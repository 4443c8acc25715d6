import { IconFingerprint } from '@tabler/icons-react'
import type { PasskeyAssertion, PasskeyPurpose } from '@zelab/contract'
import { askPasskey, passkeyProblem, requestOptions, stopAsking } from './passkeys.ts'
import { ProofButton, type ProofButtonProps } from './proof-button.tsx'
import * as texts from './texts.ts'

interface PasskeyButtonProps extends Pick<
  ProofButtonProps<PasskeyAssertion>,
  'hint' | 'isDisabled' | 'otherProblem' | 'onAnswer' | 'onProblem'
> {
  purpose: PasskeyPurpose
  label?: string
}

/** Asks for a passkey of this device. Loaded on demand. */
export default function PasskeyButton({ purpose, label = texts.usePasskey, ...button }: PasskeyButtonProps) {
  const ask = async () => {
    stopAsking()
    return askPasskey(await requestOptions(purpose))
  }
  return <ProofButton icon={IconFingerprint} label={label} ask={ask} problemOf={passkeyProblem} {...button} />
}
