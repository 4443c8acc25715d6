import { readKeyFile, type KeyFileProblem, type KeyFileWarning, type SealKeyFiles } from './read-key-file.ts'
import { loadSealKey, type SealKey, type SealKeyDescription, type SealKeyProblem } from './seal-key.ts'

export interface SealConfig {
  keys: SealKeyFiles
  tsaUrl: string | undefined
}

export type OpenedSealKey =
  | { key: SealKey; isOwn: boolean; warnings: readonly KeyFileWarning[] }
  /** The description is set for a certificate outside its validity. */
  | { problem: KeyFileProblem | SealKeyProblem; description?: SealKeyDescription }

export const openSealKey = async (
  files: SealKeyFiles,
  owner: string,
  at: Date,
): Promise<OpenedSealKey | undefined> => {
  const file = await readKeyFile(files, owner)
  if (!file || 'problem' in file) return file
  const { p12, password, isOwn, warnings } = file
  const loaded = await loadSealKey({ p12, password, at })
  return 'problem' in loaded ? loaded : { key: loaded.key, isOwn, warnings }
}
