import { UNEXPECTED_ERROR } from './refusal-messages.ts'

/** Shown when the server gives no reason. Apart from the other messages, which the landing page does not load. */
export const FALLBACK = {
  publish: 'Failed to publish report',
  upload: 'Failed to upload file. Please try again.',
  connection: 'The server could not be reached. Check the connection and try again.',
  general: UNEXPECTED_ERROR,
} as const
