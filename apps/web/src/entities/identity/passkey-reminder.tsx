import { Box } from '@mantine/core'
import { formatPlainDate } from '../../lib/format.ts'
import { useSessionStore } from '../../lib/session-store.ts'
import { ButtonLink } from '../../ui/actions/links.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import * as texts from './texts.ts'

/** In the days before the role needs a passkey. */
export function PasskeyReminder() {
  const from = useSessionStore(({ session }) => (session?.passkey === 'due' ? session.passkeysFrom : null))
  if (from === null) return null
  return (
    <Box mb="md">
      <Notice
        tone="info"
        title={texts.passkeyDue(formatPlainDate(from))}
        actions={
          <ButtonLink to="/user/profile" size="xs" variant="default">
            {texts.addPasskeyNow}
          </ButtonLink>
        }
      >
        {texts.passkeyDueHint}
      </Notice>
    </Box>
  )
}
