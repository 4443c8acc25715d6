import { Button, Group, Modal, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { IDLE_WARNING_SECONDS } from '../lib/limits.ts'
import { lastAnswerAt } from '../lib/activity-clock.ts'
import { useKeepAlive } from '../lib/queries/account.ts'
import { forgetSession } from '../lib/session.ts'
import { useSessionStore } from '../lib/session-store.ts'
import { toastError, toastProblem } from '../ui/feedback/toasts.ts'
import * as texts from './texts.tsx'

const SECOND = 1000
/** The server updates the last activity once a minute, so its limit may end that much earlier. */
const SERVER_NOTES_WITHIN_SECONDS = 60
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.max(0, seconds) % 60).padStart(2, '0')}`

/** Seconds until the idle or absolute limit ends the session. */
const useSecondsLeft = (): number | undefined => {
  const session = useSessionStore((state) => state.session)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [])
  if (!session) return undefined
  const idleEnd = lastAnswerAt() + (session.idleMinutes * 60 - SERVER_NOTES_WITHIN_SECONDS) * SECOND
  return Math.ceil((Math.min(idleEnd, new Date(session.expiresAt).getTime()) - now) / SECOND)
}

/** Countdown before the session ends. It overlays the page, which keeps unsaved input. */
export function IdleWarning() {
  const secondsLeft = useSecondsLeft()
  const keepAlive = useKeepAlive()
  const navigate = useNavigate()
  const isOver = secondsLeft !== undefined && secondsLeft <= 0
  useEffect(() => {
    if (!isOver) return
    forgetSession()
    toastProblem(texts.sessionEnded)
    void navigate({ to: '/', replace: true, state: (old) => ({ ...old, origin: window.location.pathname }) })
  }, [isOver, navigate])

  const isOpen = secondsLeft !== undefined && secondsLeft > 0 && secondsLeft <= IDLE_WARNING_SECONDS
  return (
    <Modal
      opened={isOpen}
      onClose={() => keepAlive.mutate(undefined, { onError: (error) => toastError(error) })}
      title={texts.areYouStillThere}
      withCloseButton={false}
      closeOnClickOutside={false}
      size="26rem"
    >
      <Text size="sm">{texts.signedOutIn(<strong role="timer">{clock(secondsLeft ?? 0)}</strong>)}</Text>
      <Group justify="flex-end" mt="lg">
        <Button
          data-autofocus
          loading={keepAlive.isPending}
          onClick={() => keepAlive.mutate(undefined, { onError: (error) => toastError(error) })}
        >
          {texts.staySignedIn}
        </Button>
      </Group>
    </Modal>
  )
}
