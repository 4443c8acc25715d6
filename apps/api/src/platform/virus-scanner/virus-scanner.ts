import type { Readable } from 'node:stream'

/** Reports whether a file is known malware. */
export interface VirusScanner {
  /** Rejects with VirusScannerUnavailableError unless there is a clear answer. */
  scan(content: Readable): Promise<'clean' | 'infected'>
}

export class VirusScannerUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The virus scanner gave no answer', { cause })
    this.name = 'VirusScannerUnavailableError'
  }
}
