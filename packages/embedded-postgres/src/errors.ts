/** Stable, so that a program can add advice to the message. */
export type EmbeddedPostgresErrorCode =
  | 'unsupported-platform'
  | 'no-binaries'
  | 'no-account'
  | 'folder-in-use'
  | 'folder-unreachable'
  | 'folder-of-another-user'
  | 'folder-of-another-version'
  | 'folder-damaged'
  | 'socket-folder-taken'
  | 'leftover-server'
  | 'initdb-failed'
  | 'start-failed'

export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedPostgresErrorCode

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EmbeddedPostgresError'
    this.code = code
  }
}

/** The code of a system error (`ENOENT`, …), or undefined for anything else. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
