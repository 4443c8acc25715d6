import { Button, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import type { PasskeyAssertion, PasskeyPurpose } from '@zelab/contract'
import { useState } from 'react'
import { askPasskey, passkeyProblem, requestOptions, stopAsking } from './passkeys.ts'
import * as texts from './texts.ts'

interface PasskeyButtonProps {
  purpose: PasskeyPurpose
  label?: string
  hint?: string
  isDisabled?: boolean
  /** The refusal of a passkey that was chosen elsewhere, such as in the list of the email field. */
  otherProblem?: string | undefined
  /** Its refusal is shown below the button. */
  onAnswer: (answer: PasskeyAssertion, button: HTMLButtonElement) => Promise<unknown> | void
  /** After a refusal, of the browser too. */
  onProblem?: () => void
}

/** Asks for a passkey of this device. Loaded on demand. */
export default function PasskeyButton({
  purpose,
  label = texts.usePasskey,
  hint,
  isDisabled = false,
  otherProblem,
  onAnswer,
  onProblem,
}: PasskeyButtonProps) {
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const shown = problem ?? (isPending ? undefined : otherProblem)
  const ask = async (button: HTMLButtonElement) => {
    if (isPending) return
    setIsPending(true)
    setProblem(undefined)
    stopAsking()
    try {
      await onAnswer(await askPasskey(await requestOptions(purpose)), button)
    } catch (error) {
      setProblem(passkeyProblem(error))
      onProblem?.()
    }
    setIsPending(false)
  }
  return (
    <div>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden="true" />}
        loading={isPending}
        disabled={isDisabled}
        onClick={(event) => void ask(event.currentTarget)}
      >
        {label}
      </Button>
      {shown ? (
        <Text size="sm" mt="xs" c="var(--negative-text)" role="alert">
          {shown}
        </Text>
      ) : (
        hint && (
          <Text size="sm" mt="xs" ta="center" c="var(--secondary)">
            {hint}
          </Text>
        )
      )}
    </div>
  )
}
