import classes from './no-lab-notice.module.css'
import { Notice } from './notice.tsx'

/** What somebody without a lab should know before registering or publishing: one text for both (AMB-24). */
export function NoLabNotice() {
  return (
    <Notice tone="warning" title="Your account is not linked to a lab">
      <NoLabAdvice />
    </Notice>
  )
}

/** The same advice without the frame; `lead` is the sentence that goes before it. */
export function NoLabAdvice({ lead }: { lead?: string }) {
  return (
    <>
      {lead && <strong>{lead} </strong>}
      With your account, reports will not automatically appear under individual lab dashboards. We recommend:
      <ul className={classes.advice}>
        <li>Have lab-linked users publish reports: assign lab users to publish for their own lab</li>
        <li>Use the admin dashboard for oversight</li>
        <li>Create lab-specific accounts</li>
      </ul>
    </>
  )
}
