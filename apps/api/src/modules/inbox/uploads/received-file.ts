import { REFUSAL, type ReceivedFile } from '@zelab/contract'
import type { ReceivedDocument } from '../intake/arrival.ts'

export const receivedFile = (fileName: string, received: ReceivedDocument | undefined): ReceivedFile =>
  received && 'itemId' in received
    ? { fileName, itemId: received.itemId, problem: null }
    : { fileName, itemId: null, problem: { code: 'INBOX_DUPLICATE', message: REFUSAL.INBOX_DUPLICATE } }
