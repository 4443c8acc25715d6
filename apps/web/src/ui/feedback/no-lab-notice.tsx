import type { ReactNode } from 'react'
import classes from './feedback.module.css'
import { Notice } from './notice.tsx'
import * as texts from '../texts.ts'

/** Advice for a user without a lab before registering or publishing (AMB-24). */
export function NoLabNotice({ lead, actions }: { lead?: string; actions?: ReactNode }) {
  return (
    <Notice tone="warning" title={texts.noLabTitle} actions={actions}>
      <NoLabAdvice lead={lead} />
    </Notice>
  )
}

/** The advice without its frame; `lead` is the preceding sentence. */
export function NoLabAdvice({ lead }: { lead?: string | undefined }) {
  return (
    <>
      {lead && <strong>{lead} </strong>}
      {texts.noLabAdvice}
      <ul className={classes.advice}>
        <li>{texts.noLabPublish}</li>
        <li>{texts.noLabDashboard}</li>
        <li>{texts.noLabAccounts}</li>
      </ul>
    </>
  )
}
