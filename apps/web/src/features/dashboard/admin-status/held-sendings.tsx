import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { HeldSending } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { formatRelative } from '../../../lib/format.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { pageApi } from '../../../lib/page-api.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'

type Choice = 'send' | 'discard'

/** After a restored backup, or a database recovered to an earlier moment, an Admin decides about what waited. */
export function HeldSendings() {
  const { data: held = [] } = useQuery(endpointQuery(pageApi.backups.getHeldSendings))
  return held.map((sending) => (
    <Box key={sending.kind} mb="md">
      <Held sending={sending} />
    </Box>
  ))
}

function Held({ sending: { kind, waiting, heldAt } }: { sending: HeldSending }) {
  const [asked, setAsked] = useState<{ choice: Choice; isOpen: boolean }>({ choice: 'send', isOpen: false })
  const decide = useEndpoint(pageApi.backups.decideHeldSendings)
  const close = () => setAsked(({ choice }) => ({ choice, isOpen: false }))
  const ask = (choice: Choice) => setAsked({ choice, isOpen: true })
  const { choice, isOpen } = asked
  const confirm = () =>
    decide.mutate(
      { body: { kind, choice } },
      {
        onSuccess: () => toastSuccess(SUCCESS.saved),
        onError: (error) => {
          close()
          toastError(error)
        },
      },
    )
  return (
    <Notice
      tone="warning"
      title={texts.HELD[kind].title(waiting)}
      actions={
        <>
          <Button size="xs" variant="default" onClick={() => ask('discard')}>
            {waiting > 0 ? texts.discardHeld : texts.resumeHeld}
          </Button>
          {waiting > 0 && (
            <Button size="xs" onClick={() => ask('send')}>
              {texts.sendHeld}
            </Button>
          )}
        </>
      }
    >
      <p>
        {texts.heldSince(formatRelative(heldAt))} {texts.HELD[kind].hint}
      </p>
      <ConfirmDialog
        isOpen={isOpen}
        title={texts.HELD[kind].title(waiting)}
        message={choice === 'send' ? texts.askSend : waiting > 0 ? texts.askDiscard : texts.askResume}
        confirmLabel={choice === 'send' ? texts.sendHeld : waiting > 0 ? texts.discardHeld : texts.resumeHeld}
        isPending={decide.isPending}
        isDangerous={choice === 'discard' && waiting > 0}
        onConfirm={confirm}
        onCancel={close}
      />
    </Notice>
  )
}
