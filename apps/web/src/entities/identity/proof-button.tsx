import { Button, Text } from '@mantine/core'
import { useEffect, useRef, useState, type ComponentType } from 'react'

export interface ProofButtonProps<Answer> {
  icon: ComponentType<{ size: number; stroke: number }>
  label: string
  hint?: string | undefined
  /** Shown while another window may answer; the button can be pressed again. */
  waiting?: string
  isDisabled?: boolean
  /** The refusal of an answer that was given elsewhere. */
  otherProblem?: string | undefined
  ask: (signal: AbortSignal) => Promise<Answer>
  /** Undefined for a request that was stopped. */
  problemOf: (error: unknown) => string | undefined
  /** Its refusal is shown below the button. */
  onAnswer: (answer: Answer, button: HTMLButtonElement) => Promise<unknown> | void
  /** After a refusal, of the browser too. */
  onProblem?: (() => void) | undefined
}

/** Asks another way of signing in for its answer, and shows a refusal. */
export function ProofButton<Answer>({
  icon: Icon,
  label,
  hint,
  waiting,
  isDisabled = false,
  otherProblem,
  ask,
  problemOf,
  onAnswer,
  onProblem,
}: ProofButtonProps<Answer>) {
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])
  const shown = problem ?? (isPending ? undefined : otherProblem)
  const run = async (button: HTMLButtonElement) => {
    if (isPending && !waiting) return
    current.current?.abort()
    const own = (current.current = new AbortController())
    setIsPending(true)
    setProblem(undefined)
    try {
      await onAnswer(await ask(own.signal), button)
    } catch (error) {
      if (own.signal.aborted) return
      setProblem(problemOf(error))
      onProblem?.()
    }
    setIsPending(false)
  }
  return (
    <div>
      <Button
        variant="default"
        fullWidth
        leftSection={<Icon size={18} stroke={1.75} aria-hidden="true" />}
        loading={isPending && !waiting}
        disabled={isDisabled}
        onClick={(event) => void run(event.currentTarget)}
      >
        {label}
      </Button>
      {shown ? (
        <Text size="sm" mt="xs" c="var(--negative-text)" role="alert">
          {shown}
        </Text>
      ) : isPending && waiting ? (
        <Text size="sm" mt="xs" role="status">
          {waiting}
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
