import path from 'node:path'
import { z } from 'zod'
import type { SealConfig } from '../platform/pdf-seal/open-seal-key.ts'

const DEFAULT_P12 = 'seal.p12'
const LABS_FOLDER = 'seals'

const TSA_ERROR =
  'must be an address like https://tsa.example.com or http://tsa.example.com/tsr, without user name and password'

/** Plain HTTP is common (RFC 3161): the timestamp itself is signed, and the request contains only a hash. */
const isTsaAddress = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}

export const sealFields = {
  p12: z.string(),
  password: z.string(),
  passwordFile: z.string(),
  tsaUrl: z.string().refine(isTsaAddress, { error: TSA_ERROR }),
}

interface SealSettings {
  SEAL_P12?: string | undefined
  SEAL_PASSWORD?: string | undefined
  SEAL_PASSWORD_FILE?: string | undefined
  TSA_URL?: string | undefined
}

export const checkSealSettings = (settings: SealSettings, context: z.core.$RefinementCtx): void => {
  if (settings.SEAL_PASSWORD !== undefined && settings.SEAL_PASSWORD_FILE !== undefined)
    context.addIssue({
      code: 'custom',
      path: ['SEAL_PASSWORD'],
      message: 'must not be set together with SEAL_PASSWORD_FILE',
    })
}

/**
 * Relative paths are below the data folder. A lab with `seals/{labId}.p12`, and its password in
 * `seals/{labId}.password`, has its own key; others use `SEAL_P12`, by default `seal.p12` if it exists.
 */
export const sealOf = (settings: SealSettings, dataDir: string): SealConfig => ({
  keys: {
    ownersFolder: path.join(dataDir, LABS_FOLDER),
    common: {
      p12File: path.resolve(dataDir, settings.SEAL_P12 ?? DEFAULT_P12),
      isRequired: settings.SEAL_P12 !== undefined,
      password: settings.SEAL_PASSWORD,
      passwordFile: settings.SEAL_PASSWORD_FILE && path.resolve(dataDir, settings.SEAL_PASSWORD_FILE),
    },
  },
  tsaUrl: settings.TSA_URL,
})
