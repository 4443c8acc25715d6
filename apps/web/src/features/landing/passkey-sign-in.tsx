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
  onAnswer: (answer: PasskeyAssertion) => Promise<void>
}

/** Challenges last two minutes; the list of the email field needs a fresh one before. */
const RENEW_MS = 110_000

/** Nothing where passkeys are off. Loaded with the dialog, not with the page. */
export default function PasskeySignIn({ isDisabled, isSecondStep, onAnswer }: PasskeySignInProps) {
  const [isOffered, setIsOffered] = useState(false)
  /** Counts how often the list was offered again. */
  const [round, setRound] = useState(0)
  const [problem, setProblem] = useState<string>()
  const finish = useEffectEvent(onAnswer)

  useEffect(() => {
    if (isSecondStep || !('PublicKeyCredential' in window)) return
    let isOver = false
    const offer = async () => {
      const options = await requestOptions('sign-in')
      if (isOver) return
      setIsOffered(true)
      if (!(await browserSupportsWebAuthnAutofill()) || isOver) return
      const answer = await askPasskey(options, { isAutofill: true })
      if (!isOver) await finish(answer).catch((error: unknown) => setProblem(passkeyProblem(error)))
    }
    // The button remains.
    offer().catch(() => undefined)
    const renewal = setTimeout(() => !document.hidden && setRound((before) => before + 1), RENEW_MS)
    return () => {
      isOver = true
      clearTimeout(renewal)
      stopAsking()
    }
  }, [isSecondStep, round])

  if (!isOffered) return null
  return (
    <PasskeyButton
      purpose={isSecondStep ? 'second-step' : 'sign-in'}
      {...(!isSecondStep && { label: signInWithPasskey, hint: signInHint })}
      isDisabled={isDisabled}
      otherProblem={problem}
      onAnswer={onAnswer}
      onProblem={() => setRound((before) => before + 1)}
    />
  )
}
