import type { KeyProblem, Letterhead, SealProblem } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { openSealKey, type OpenedSealKey, type SealConfig } from '../../../platform/pdf-seal/open-seal-key.ts'
import { SealError, TimestampError } from '../../../platform/pdf-seal/seal-error.ts'
import { describeSealKey, type SealKey } from '../../../platform/pdf-seal/seal-key.ts'
import { sealPdf } from '../../../platform/pdf-seal/seal-pdf.ts'

type OpeningProblem = Extract<OpenedSealKey, { problem: string }>['problem']

/** Groups problems with the same solution for the operator. */
const KEY_PROBLEMS: Record<OpeningProblem, KeyProblem> = {
  missing: 'not-readable',
  'not-readable': 'not-readable',
  'too-large': 'not-readable',
  'password-not-readable': 'not-readable',
  'not-a-p12': 'not-a-p12',
  'wrong-password': 'wrong-password',
  'no-key': 'no-key',
  'unsupported-key': 'unsupported-key',
  'unsupported-encryption': 'unsupported-key',
  expired: 'expired',
  'not-yet-valid': 'not-yet-valid',
}

export type SealState = { key: SealKey } | { problem: KeyProblem } | undefined

/** Seals copies in this process, so that no file parser sees a key. */
export const createReportSealer = ({
  config,
  clock,
}: Pick<Context, 'clock'> & { config: SealConfig | undefined }) => {
  const open = (labId: number) =>
    config ? openSealKey(config.keys, String(labId), clock.now()) : Promise.resolve(undefined)

  return {
    async stateOf(labId: number): Promise<SealState> {
      const opened = await open(labId)
      if (!opened || 'key' in opened) return opened && { key: opened.key }
      return { problem: KEY_PROBLEMS[opened.problem] }
    },

    /** The seal has no timestamp if the authority does not answer. Undefined if the document cannot be sealed. */
    async seal(
      content: Uint8Array,
      key: SealKey,
    ): Promise<{ content: Uint8Array; problem: SealProblem | null } | undefined> {
      const at = clock.now()
      try {
        const tsa = config?.tsaUrl === undefined ? undefined : { url: config.tsaUrl }
        try {
          return { content: await sealPdf(content, key, { at, ...(tsa && { tsa }) }), problem: null }
        } catch (error) {
          if (!(error instanceof TimestampError)) throw error
          return { content: await sealPdf(content, key, { at }), problem: 'timestamp-failed' }
        }
      } catch (error) {
        if (error instanceof SealError) return undefined
        throw error
      }
    },

    async describe(labId: number): Promise<Letterhead['seal']> {
      const opened = await open(labId)
      if (!opened) return null
      const description = 'key' in opened ? describeSealKey(opened.key, clock.now()) : opened.description
      return {
        problem: 'problem' in opened ? KEY_PROBLEMS[opened.problem] : null,
        subject: description?.subject ?? null,
        issuer: description?.issuer ?? null,
        validUntil: description?.validTo.toISOString() ?? null,
        isTimestamped: config?.tsaUrl !== undefined,
        isExposed: 'key' in opened && opened.warnings.length > 0,
      }
    },
  }
}
export type ReportSealer = ReturnType<typeof createReportSealer>
