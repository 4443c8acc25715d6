import { REFUSAL, type ReceivedFile } from '@zelab/contract'
import type { ReceivedDocument } from '../intake/arrival.ts'

/** The row of a file that the inbox took, or knew already. */
export const receivedFile = (fileName: string, received: ReceivedDocument | undefined): ReceivedFile =>
  received && 'itemId' in received
    ? { fileName, itemId: received.itemId, problem: null }
    : { fileName, itemId: null, problem: { code: 'INBOX_DUPLICATE', message: REFUSAL.INBOX_DUPLICATE } }
