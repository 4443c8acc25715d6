import { fileTooLarge, INBOX_OPEN_LIMIT, REPORT_TITLE_LENGTH, type InboxProblem } from '@zelab/contract'
import { AppError, conflict } from '../../../core/app-error.ts'
import type { Actor } from '../../../core/caller.ts'
import { displayName } from '../../../core/file-part.ts'
import { isUniqueViolation, type Database, type Queryable } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { ReportFileService, StoredUpload } from '../../files/report-files.service.ts'
import { PUBLISH_AUTOMATICALLY } from '../inbox-jobs.ts'
import { readFileName } from '../matching/file-name.ts'
import { mergeHints, type ItemIdentity } from '../matching/identity.ts'
import type { Matched, Matcher } from '../matching/matching.service.ts'
import { findRule } from '../matching/rules.ts'
import { findInboxSettings, type StoredInboxSettings } from '../settings/inbox-settings.repository.ts'
import type { ArrivingDocument, Intake, Origin, ReceivedDocument } from './arrival.ts'
import {
  countOpenItems,
  flagItems,
  insertItem,
  isKnownContent,
  isPublished,
  lockContents,
  lockItemsOfOrder,
  touchSource,
} from './intake.repository.ts'
import { digestOfDocument, findRepeatedUpload } from './repeated-upload.ts'

const MEGABYTE = 1024 * 1024

/** A document whose file is stored, and what is known of it. */
interface PreparedDocument {
  document: ArrivingDocument
  stored: StoredUpload | undefined
  fileName: string
  identity: ItemIdentity
  isReadWhole: boolean
  matched: Matched
  title: string | null
  reportTypeId: number | null
}

async function* within(content: AsyncGenerator<Buffer>, limitMb: number): AsyncGenerator<Buffer> {
  let total = 0
  for await (const chunk of content) {
    total += chunk.length
    if (total > limitMb * MEGABYTE)
      throw new AppError('TOO_LARGE', 'FILE_TOO_LARGE', { message: fileTooLarge(limitMb) })
    yield chunk
  }
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

/** Sources take turns with the persons of the lab when files are inspected. */
const ownerOf = (origin: Origin) => ('upload' in origin ? origin.upload.userId : -origin.sourceId)

/** Puts files into the inbox of a lab: stored, inspected, compared with the lab's patients, and durable. */
export const createIntake = ({
  database,
  files,
  match,
  requireSpace,
  uploadLimitMb,
}: {
  database: Database
  files: Pick<ReportFileService, 'inspectAndStore' | 'attach' | 'removeCopy'>
  match: Matcher
  /** Rejects when the disk is almost full. */
  requireSpace: (bytes: number) => Promise<void>
  uploadLimitMb: () => Promise<number>
}): Intake => {
  const identityOf = (
    document: ArrivingDocument,
    stored: StoredUpload | undefined,
    settings: StoredInboxSettings,
  ): ItemIdentity => ({
    hints: mergeHints([
      document.stated,
      readFileName(settings.fileNamePattern, document.fileName),
      stored?.hints,
    ]),
    codes: [],
    isStated: document.stated !== undefined,
  })

  const prepare = async (
    origin: Origin,
    document: ArrivingDocument,
    settings: StoredInboxSettings,
    store: (content: AsyncGenerator<Buffer>) => Promise<StoredUpload>,
  ): Promise<PreparedDocument> => {
    const stored = document.content && (await store(document.content))
    const fileName = displayName(document.fileName)
    const identity = identityOf(document, stored, settings)
    const isReadWhole = stored?.isReadWhole ?? true
    const matched = await match({ labId: origin.labId, identity, isReadWhole })
    const rule = settings.rules[findRule(settings.rules, { fileName, text: stored?.text ?? '' })]
    return {
      ...{ document, stored, fileName, identity, isReadWhole, matched },
      title: rule?.title ?? titleOf(document.title),
      reportTypeId: rule?.reportTypeId ?? null,
    }
  }

  /** What the sender says about earlier documents of the same order. */
  const settleOrder = async (
    tx: Queryable,
    origin: Origin,
    { kind = 'report', orderKey }: ArrivingDocument,
  ): Promise<{ targetReportId: number | null; problem: InboxProblem | null; isDone: boolean }> => {
    if (orderKey === undefined || 'upload' in origin)
      return { targetReportId: null, problem: null, isDone: false }
    const earlier = await lockItemsOfOrder(tx, { sourceId: origin.sourceId, orderKey })
    const open = earlier.filter(({ state }) => state === 'open').map(({ id }) => id)
    if (open.length > 0)
      await flagItems(tx, open, kind === 'withdrawal' ? 'withdrawn-by-sender' : 'superseded')
    if (kind === 'report') return { targetReportId: null, problem: null, isDone: false }
    const published = earlier.find(({ state }) => state === 'published')?.reportId ?? null
    const targetReportId = published !== null && (await isPublished(tx, published)) ? published : null
    return {
      targetReportId,
      // Correcting what was not published yet is nothing unusual.
      problem: targetReportId === null && open.length === 0 ? 'no-earlier-report' : null,
      // A withdrawal of what is still in the inbox needs no item: the earlier one says so.
      isDone: kind === 'withdrawal' && targetReportId === null && open.length > 0,
    }
  }

  const add = async (
    tx: Queryable,
    origin: Origin,
    prepared: PreparedDocument,
    publishesAutomatically: boolean,
  ): Promise<ReceivedDocument & { attached?: string }> => {
    const { document, stored, matched } = prepared
    if ('upload' in origin) {
      const known = await findRepeatedUpload(tx, origin.upload, () => Promise.resolve(stored?.sha256))
      if (known !== undefined) return { itemId: known }
    }
    if (stored && (await isKnownContent(tx, origin.labId, stored.sha256))) return { duplicate: true }
    const { targetReportId, problem, isDone } = await settleOrder(tx, origin, document)
    if (isDone) return { duplicate: true }
    const { fileName, identity, isReadWhole, title, reportTypeId } = prepared
    const itemId = await insertItem(tx, {
      ...{ fileName, identity, isReadWhole, title, reportTypeId, targetReportId },
      labId: origin.labId,
      sourceId: 'upload' in origin ? null : origin.sourceId,
      uploadedBy: 'upload' in origin ? origin.upload.userId : null,
      uploadKey: 'upload' in origin ? origin.upload.key : null,
      kind: document.kind ?? 'report',
      fileId: stored ? await files.attach(tx, stored, null) : null,
      text: stored?.text ?? '',
      orderKey: document.orderKey ?? null,
      match: matched.match,
      patientId: matched.patientId,
      problem: document.isPreliminary ? 'not-final' : problem,
    })
    if (publishesAutomatically && matched.match === 'green')
      await enqueueJob(tx, PUBLISH_AUTOMATICALLY, { itemId })
    return { itemId, ...(stored && { attached: stored.name }) }
  }

  const addAll = (
    origin: Origin,
    actor: Actor,
    prepared: PreparedDocument[],
    inTransaction: ((tx: Queryable) => Promise<void>) | undefined,
  ) =>
    database.transaction(async (tx) => {
      const source = 'upload' in origin ? undefined : await touchSource(tx, origin.sourceId)
      if ((await countOpenItems(tx, origin.labId, INBOX_OPEN_LIMIT)) >= INBOX_OPEN_LIMIT)
        throw conflict('INBOX_FULL')
      await lockContents(
        tx,
        origin.labId,
        prepared.flatMap(({ stored }) => stored?.sha256 ?? []),
      )
      const received: (ReceivedDocument & { attached?: string })[] = []
      for (const one of prepared)
        received.push(await add(tx, origin, one, source?.publishesAutomatically ?? false))
      const ids = received.flatMap((one) => ('itemId' in one ? [one.itemId] : []))
      if (ids.length > 0)
        await recordActivity(tx, actor, {
          action: 'inbox.receive',
          object: { type: 'lab', id: origin.labId },
          labId: origin.labId,
          summary: `Received inbox ${ids.length === 1 ? 'item' : 'items'} ${ids.map((id) => `#${id}`).join(', ')}`,
        })
      await inTransaction?.(tx)
      return { received, attached: received.flatMap(({ attached = [] }) => attached) }
    })

  return {
    async receive(origin, documents, { signal, actor = 'system', inTransaction } = {}) {
      if ('upload' in origin) {
        const digest = digestOfDocument(documents[0])
        const known = await findRepeatedUpload(database, origin.upload, digest)
        if (known !== undefined) return [{ itemId: known }]
      }
      const [settings, limitMb] = await Promise.all([
        findInboxSettings(database, origin.labId),
        uploadLimitMb(),
      ])
      const unused = new Set<string>()
      const store = async (fileName: string, content: AsyncGenerator<Buffer>) => {
        await requireSpace(limitMb * MEGABYTE)
        const by = { owner: ownerOf(origin), signal }
        const stored = await files.inspectAndStore({ fileName, content: within(content, limitMb) }, by)
        unused.add(stored.name)
        return stored
      }
      try {
        const prepared: PreparedDocument[] = []
        // One after the other: each is inspected in turn anyway.
        for (const document of documents)
          prepared.push(
            await prepare(origin, document, settings, (content) => store(document.fileName, content)),
          )
        const { received, attached } = await addAll(origin, actor, prepared, inTransaction).catch(
          (error: unknown) => {
            // Two uploads with one key at the same moment.
            throw isUniqueViolation(error, 'inbox_items_upload_once') ? conflict('INBOX_DUPLICATE') : error
          },
        )
        for (const name of attached) unused.delete(name)
        return received
      } finally {
        // Duplicates, and every file after a failure. One that got a row is never removed.
        for (const name of unused) await files.removeCopy(name)
      }
    },
  }
}
