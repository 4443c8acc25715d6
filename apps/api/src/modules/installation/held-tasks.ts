import { HELD_KINDS, type HeldKind } from '@zelab/contract'
import { z } from 'zod'
import type { RowOf } from '../../platform/database/row-schema.ts'

/** Jobs that send a message, by what an Admin decides about after a restore. */
export const HELD_TASKS: Readonly<Record<string, HeldKind>> = {
  'send-link-code': 'patient-messages',
  'send-link-code-sms': 'patient-messages',
  'send-password-reset': 'account-mails',
  'send-invitation': 'account-mails',
  'send-account-notice': 'account-mails',
  'send-receiver-notice': 'staff-notices',
  'send-client-key-notice': 'staff-notices',
  'send-returned-notice': 'staff-notices',
  'send-late-release-notice': 'staff-notices',
  'send-critical-notice': 'staff-notices',
  'send-critical-sms': 'staff-notices',
}

export const heldSendingsRow = z.object({
  held: z.object({
    critical: z.int(),
    connections: z.int(),
    kinds: z.partialRecord(z.enum(HELD_KINDS), z.int()),
  }),
})
export type HeldSendings = RowOf<typeof heldSendingsRow>['held']

export const heldOf = (row: RowOf<typeof heldSendingsRow> | undefined): HeldSendings =>
  row?.held ?? { critical: 0, connections: 0, kinds: {} }
