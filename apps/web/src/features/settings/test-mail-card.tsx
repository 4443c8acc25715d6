import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SUCCESS } from '@zelab/contract/messages'
import { useEffect, useRef } from 'react'
import { Hint, Ltr } from '../../ui/display/inline.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { useChecklistChange } from '../../lib/queries/setup-checklist.ts'
import { useCurrentUser } from '../../lib/session-store.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import * as texts from './texts.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { api } from '../../lib/api-client.ts'

/** URL hash that opens this card. */
const HASH = '#mail'

export function TestMailCard() {
  const { email } = useCurrentUser()
  const { data: steps } = useQuery(endpointQuery(api.settings.getSetupChecklist))
  const send = useChecklistChange(api.settings.sendTestMail)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (window.location.hash !== HASH) return
    button.current?.scrollIntoView({ block: 'center' })
    button.current?.focus({ preventScroll: true })
  }, [])
  return (
    <SectionCard
      title={texts.mail}
      subtitle={texts.mailHint}
      actions={
        steps && (
          <StatusBadge tone={steps.hasTestMail ? 'positive' : 'neutral'}>
            {steps.hasTestMail ? texts.mailTested : texts.mailNotTested}
          </StatusBadge>
        )
      }
    >
      {send.error && (
        <Notice tone="negative" role="alert" title={texts.testMailFailed}>
          {messageOf(send.error)}
        </Notice>
      )}
      <Group gap="sm" mt={send.error ? 'md' : undefined}>
        <SubmitButton
          ref={button}
          variant="default"
          isPending={send.isPending}
          onClick={() => send.mutate(undefined, { onSuccess: () => toastSuccess(SUCCESS.testMailSent) })}
        >
          {texts.sendTestMail}
        </SubmitButton>
        <Hint>
          {texts.toOwnAddress} <Ltr>{email}</Ltr>
        </Hint>
      </Group>
    </SectionCard>
  )
}
