/** A reason why the embedded database cannot run, worded for the person who started the program. */
export class EmbeddedPostgresError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EmbeddedPostgresError'
  }
}

/** The part of a logger that the launcher needs; a pino logger fits. */
export interface LauncherLogger {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

export const silentLogger: LauncherLogger = { info() {}, warn() {}, error() {} }

/** The code of a system error (`ENOENT`, …), or undefined for anything else. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
