import type { Readable } from 'node:stream'

/** Says whether a file is known to be harmful. */
export interface VirusScanner {
  /** Rejects with VirusScannerUnavailableError whenever there is no clear answer: nobody may take that for clean. */
  scan(content: Readable): Promise<'clean' | 'infected'>
}

export class VirusScannerUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The virus scanner gave no answer', { cause })
    this.name = 'VirusScannerUnavailableError'
  }
}
