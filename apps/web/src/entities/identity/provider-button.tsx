import { IconExternalLink } from '@tabler/icons-react'
import type { NamedProvider } from '@zelab/contract'
import { ProofButton, type ProofButtonProps } from './proof-button.tsx'
import { confirmInWindow, windowProblem } from './provider-window.ts'
import * as texts from './texts.ts'

interface ProviderButtonProps extends Pick<ProofButtonProps<true>, 'onAnswer'> {
  provider: NamedProvider
}

/** Asks a provider in a second window. Loaded on demand. */
export default function ProviderButton({ provider, onAnswer }: ProviderButtonProps) {
  return (
    <ProofButton
      icon={IconExternalLink}
      label={texts.confirmWith(provider.name)}
      waiting={texts.waitingForWindow(provider.name)}
      ask={(signal) => confirmInWindow(provider, signal)}
      problemOf={windowProblem}
      onAnswer={onAnswer}
    />
  )
}
