import { Alert, List } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'

/**
 * What somebody without a lab should know before registering or publishing: one text for both (AMB-24).
 * `lead` is the sentence that goes before it.
 */
export function NoLabNotice({ lead }: { lead?: string }) {
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconInfoCircle aria-hidden="true" />}
      title="Your account is not linked to a lab"
      role="note"
    >
      <NoLabAdvice {...(lead && { lead })} />
    </Alert>
  )
}

export function NoLabAdvice({ lead }: { lead?: string }) {
  return (
    <>
      {lead && <strong>{lead} </strong>}
      With your account, reports will not automatically appear under individual lab dashboards. We recommend:
      <List size="sm" mt={6} spacing={2}>
        <List.Item>
          Have lab-linked users publish reports: assign lab users to publish for their own lab
        </List.Item>
        <List.Item>Use the admin dashboard for oversight</List.Item>
        <List.Item>Create lab-specific accounts</List.Item>
      </List>
    </>
  )
}
