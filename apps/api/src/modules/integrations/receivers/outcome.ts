const ANSWER_LENGTH = 200

/** Outcome of a message. `answer` is the receiver's, or names the failure. */
export type Outcome =
  | { kind: 'accepted'; answer: string }
  /** The receiver cannot be reached or does not work: everything waits. */
  | { kind: 'failed'; answer: string; retryAfterSeconds?: number | undefined }
  /** The receiver refuses this message: others go on. */
  | { kind: 'refused'; answer: string; isFinal: boolean }
  /** The receiver wants nothing more. */
  | { kind: 'gone'; answer: string }

/** One line of a text that the receiver chose. */
export const boundedAnswer = (text: string): string =>
  [...text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim()].slice(0, ANSWER_LENGTH).join('')
