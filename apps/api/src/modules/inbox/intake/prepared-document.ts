import { REPORT_TITLE_LENGTH } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { displayName } from '../../../core/file-part.ts'
import type { StoredUpload } from '../../files/report-files.service.ts'
import { readFileName } from '../matching/file-name.ts'
import { mergeHints, type ItemIdentity } from '../matching/identity.ts'
import type { Matched, Matcher } from '../matching/matching.service.ts'
import { findRule } from '../matching/named-types.ts'
import type { StoredInboxSettings } from '../settings/inbox-settings.repository.ts'
import type { ArrivingDocument } from './arrival.ts'
import { patientKeysOf } from './patient-keys.ts'
import { statementOf, type Statement } from './statements.ts'

export interface PreparedDocument {
  document: ArrivingDocument
  stored: StoredUpload | undefined
  fileName: string
  statement: Statement
  identity: ItemIdentity
  isReadWhole: boolean
  matched: Matched
  title: string | null
  reportTypeId: number | null
  patientKeys: string[]
}

const titleOf = (title: string | undefined): string | null => {
  const fitting = title
    ?.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return fitting && fitting.length >= REPORT_TITLE_LENGTH.min
    ? fitting.slice(0, REPORT_TITLE_LENGTH.max)
    : null
}

export const createPreparing =
  ({ match, tryFile }: Pick<Context, 'tryFile'> & { match: Matcher }) =>
  async (
    labId: number,
    document: ArrivingDocument,
    settings: StoredInboxSettings,
    store: (content: AsyncGenerator<Buffer>) => Promise<StoredUpload>,
  ): Promise<PreparedDocument> => {
    const stored = document.content && (await store(document.content))
    const fileName = displayName(document.fileName)
    const named = readFileName(settings.fileNamePattern, document.fileName)
    const identity = {
      hints: mergeHints([document.stated, named, stored?.hints]),
      codes: [],
      isStated: document.stated !== undefined,
    }
    const isReadWhole = stored?.isReadWhole ?? true
    const matched = await tryFile(() => match({ labId, identity, isReadWhole }))
    const rule = settings.rules[findRule(settings.rules, { fileName, text: stored?.text ?? '' })]
    return {
      document,
      stored,
      fileName,
      identity,
      isReadWhole,
      matched,
      statement: statementOf(document, named),
      title: rule?.title ?? titleOf(document.title),
      reportTypeId: rule?.reportTypeId ?? null,
      patientKeys: document.stated ? patientKeysOf(document.stated) : [],
    }
  }
