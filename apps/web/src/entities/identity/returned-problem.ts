import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { keptProvider } from './kept-provider.ts'
import { providerProblem } from './provider-problems.ts'

const SECOND_STEPS: readonly string[] = ['SECOND_FACTOR_CODE_REQUIRED', 'SECOND_FACTOR_PASSKEY_REQUIRED']

/** How a provider sent the browser back. Removes the problem from the address. */
export const useReturnedProblem = (onUnknown?: () => void) => {
  const { problem } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [returned] = useState(() => ({
    sentence: problem && providerProblem(problem, keptProvider()?.name),
    isSecondStep: SECOND_STEPS.includes(problem ?? ''),
  }))
  const takeOut = useEffectEvent(() => {
    if (problem === undefined) return
    if (returned.sentence === undefined && !returned.isSecondStep) onUnknown?.()
    void navigate({ to: '.', search: {}, state: true, replace: true })
  })
  useEffect(() => takeOut(), [])
  return returned
}
