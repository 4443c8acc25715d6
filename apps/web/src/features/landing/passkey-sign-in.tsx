import { browserSupportsWebAuthnAutofill } from '@simplewebauthn/browser'
import type { PasskeyAssertion } from '@zelab/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import PasskeyButton from '../../entities/identity/passkey-button.tsx'
import { askPasskey, passkeyProblem, requestOptions, stopAsking } from '../../entities/identity/passkeys.ts'
import { signInHint, signInWithPasskey } from '../../entities/identity/texts.ts'

interface PasskeySignInProps {
  isDisabled: boolean
  /** After the password, a passkey replaces the code. */
  isSecondStep: boolean
  /** In the list of the email field, too. */
  isListed: boolean | undefined
  onAnswer: (answer: PasskeyAssertion) => Promise<void>
}

/** Challenges last two minutes; the list of the email field needs a fresh one before. */
const RENEW_MS = 110_000

/** Shown at once, so that the dialog does not grow. */
export function PasskeySignIn({ isDisabled, isSecondStep, isListed, onAnswer }: PasskeySignInProps) {
  const isSupported = 'PublicKeyCredential' in window
  /** Counts how often the list of the email field was offered again. */
  const [round, setRound] = useState(0)
  const [problem, setProblem] = useState<string>()
  const finish = useEffectEvent(onAnswer)

  useEffect(() => {
    if (isSecondStep || !isListed || !isSupported) return
    let isOver = false
    const offer = async () => {
      const options = await requestOptions('sign-in')
      if (isOver || !(await browserSupportsWebAuthnAutofill()) || isOver) return
      const answer = await askPasskey(options, { isAutofill: true })
      if (!isOver) await finish(answer).catch((error: unknown) => setProblem(passkeyProblem(error)))
    }
    // Without the list, the button remains.
    offer().catch(() => {})
    const renewal = setTimeout(() => !document.hidden && setRound((before) => before + 1), RENEW_MS)
    return () => {
      isOver = true
      clearTimeout(renewal)
      stopAsking()
    }
  }, [isListed, isSecondStep, isSupported, round])

  if (!isSupported) return null
  return (
    <PasskeyButton
      key={String(isSecondStep)}
      purpose={isSecondStep ? 'second-step' : 'sign-in'}
      {...(!isSecondStep && { label: signInWithPasskey, hint: signInHint, otherProblem: problem })}
      isDisabled={isDisabled}
      onAnswer={onAnswer}
      onProblem={() => setRound((before) => before + 1)}
    />
  )
}
