import type { SealKeyFiles } from './read-key-file.ts'

/** Which keys seal documents, and the authority that confirms the time. */
export interface SealConfig {
  keys: SealKeyFiles
  /** Without one seals have no timestamp. */
  tsaUrl: string | undefined
}
