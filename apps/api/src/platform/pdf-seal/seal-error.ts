export type SealProblem =
  | 'no-placeholder'
  | 'several-placeholders'
  | 'key-expired'
  | 'key-not-yet-valid'
  | 'signature-too-long'

const MESSAGES: Readonly<Record<SealProblem, string>> = {
  'no-placeholder': 'The document has no placeholder of a seal',
  'several-placeholders': 'The document has several placeholders of a seal',
  'key-expired': 'The certificate of the seal has expired',
  'key-not-yet-valid': 'The certificate of the seal is not valid yet',
  'signature-too-long': 'The certificates or the timestamp of the seal are too long',
}

export class SealError extends Error {
  readonly problem: SealProblem

  constructor(problem: SealProblem) {
    super(MESSAGES[problem])
    this.name = 'SealError'
    this.problem = problem
  }
}

/** Another attempt may succeed. */
export class TimestampError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'TimestampError'
  }
}
