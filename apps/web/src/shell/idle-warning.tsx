import { useEffect, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { IDLE_WARNING_SECONDS } from '../lib/limits.ts'
import { lastAnswerAt, serverNow } from '../lib/activity-clock.ts'
import { useKeepAlive } from '../lib/queries/account.ts'
import { formatTime } from '../lib/format.ts'
import { forgetSession } from '../lib/session.ts'
import { useSessionStore } from '../lib/session-store.ts'
import { MessageDialog } from '../ui/feedback/confirm-dialog.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { toastError, toastProblem } from '../ui/feedback/toasts.ts'
import * as texts from './texts.tsx'

const SECOND = 1000
/** The server updates the last activity once a minute, so its limit may end that much earlier. */
const SERVER_NOTES_WITHIN_SECONDS = 60
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.max(0, seconds) % 60).padStart(2, '0')}`

/** Seconds until the session ends, and whether work can extend it. */
const useSessionEnd = () => {
  const session = useSessionStore((state) => state.session)
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), SECOND)
    return () => clearInterval(timer)
  }, [])
  if (!session) return undefined
  const idleEnd = lastAnswerAt() + (session.idleMinutes * 60 - SERVER_NOTES_WITHIN_SECONDS) * SECOND
  const absoluteEnd = new Date(session.expiresAt).getTime()
  return {
    secondsLeft: Math.ceil((Math.min(idleEnd, absoluteEnd) - now) / SECOND),
    isFinal: absoluteEnd <= idleEnd,
    expiresAt: session.expiresAt,
  }
}

/** Warns before the session ends. It overlays the page, which keeps unsaved input. */
export function IdleWarning() {
  const end = useSessionEnd()
  const keepAlive = useKeepAlive()
  const navigate = useNavigate()
  const [seen, setSeen] = useState<string>()
  const { secondsLeft = 0, isFinal = false, expiresAt = '' } = end ?? {}
  const isOver = end !== undefined && secondsLeft <= 0
  useEffect(() => {
    if (!isOver) return
    forgetSession()
    toastProblem(texts.sessionEnded)
    void navigate({ to: '/', replace: true, state: (old) => ({ ...old, origin: window.location.pathname }) })
  }, [isOver, navigate])

  const isOpen = secondsLeft > 0 && secondsLeft <= IDLE_WARNING_SECONDS && seen !== expiresAt
  const close = () =>
    isFinal ? setSeen(expiresAt) : keepAlive.mutate(undefined, { onError: (error) => toastError(error) })
  return (
    <MessageDialog
      opened={isOpen}
      onClose={close}
      title={isFinal ? texts.signOutAhead : texts.areYouStillThere}
      closeOnClickOutside={false}
      size="26rem"
      message={
        isFinal
          ? texts.signedOutAt(formatTime(expiresAt))
          : texts.signedOutIn(<strong role="timer">{clock(secondsLeft)}</strong>)
      }
      actions={
        <SubmitButton data-autofocus isPending={keepAlive.isPending} onClick={close}>
          {isFinal ? texts.ok : texts.staySignedIn}
        </SubmitButton>
      }
    />
  )
}
