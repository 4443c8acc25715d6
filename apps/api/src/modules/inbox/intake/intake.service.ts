import { fileTooLarge } from '@zelab/contract'
import type { UploadQuotaService } from '../../files/upload/upload-quota.service.ts'
import type { Context } from '../../../core/context.ts'
import { AppError, conflict } from '../../../core/app-error.ts'
import type { Actor } from '../../../core/caller.ts'
import { isUniqueViolation, type Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { ReportFileService } from '../../files/report-files.service.ts'
import type { ItemTypeService } from '../items/item-types.service.ts'
import type { Matcher } from '../matching/matching.service.ts'
import { findInboxSettings } from '../settings/inbox-settings.repository.ts'
import { createAdding, type AddedDocument } from './adding.ts'
import type { AddToReport } from './additions.ts'
import type { Intake, Origin } from './arrival.ts'
import { countOpenItems, INBOX_OPEN_LIMIT, lockArrivals, touchSource } from './intake.repository.ts'
import { createPreparing, type PreparedDocument } from './prepared-document.ts'
import { digestOfDocument, findRepeatedUpload } from './repeated-upload.ts'

const MEGABYTE = 1024 * 1024

const recordReceived = async (tx: Queryable, actor: Actor, labId: number, received: AddedDocument[]) => {
  const items = received.filter((one) => 'itemId' in one)
  const record = async (action: 'inbox.receive' | 'inbox.change', verb: string, ids: number[]) => {
    if (ids.length === 0) return
    await recordActivity(tx, actor, {
      action,
      object: { type: 'lab', id: labId },
      labId,
      summary: `${verb} inbox ${ids.length === 1 ? 'item' : 'items'} ${ids.map((id) => `#${id}`).join(', ')}`,
    })
  }
  const idsOf = (isChanged: boolean) =>
    items.filter((one) => (one.isChanged ?? false) === isChanged).map(({ itemId }) => itemId)
  await record('inbox.receive', 'Received', idsOf(false))
  await record('inbox.change', 'The sender changed', idsOf(true))
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

/** Sources take turns with the users of the lab when files are inspected. */
const ownerOf = (origin: Origin) => ('upload' in origin ? origin.upload.userId : -origin.sourceId)

export const createIntake = ({
  database,
  files,
  match,
  addToReport,
  itemTypes,
  quota,
  uploadLimitMb,
  tryFile,
}: Pick<Context, 'database' | 'uploadLimitMb' | 'tryFile'> & {
  files: Pick<ReportFileService, 'inspectAndStore' | 'attach' | 'removeCopy'>
  match: Matcher
  addToReport: AddToReport
  itemTypes: Pick<ItemTypeService, 'noteProposals'>
  quota: Pick<UploadQuotaService, 'requireSpace'>
}): Intake => {
  const prepare = createPreparing({ match, tryFile })
  const add = createAdding(files, addToReport)

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
      await lockArrivals(
        tx,
        origin.labId,
        prepared.flatMap(({ stored, document: { orderKey } }) => [
          ...(stored ? [stored.sha256.toString('hex')] : []),
          ...('upload' in origin || orderKey === undefined ? [] : [`${origin.sourceId} ${orderKey}`]),
        ]),
      )
      const received: AddedDocument[] = []
      for (const one of prepared) {
        const sameMessage = received.flatMap((other) => ('itemId' in other ? [other.itemId] : []))
        const publishesAutomatically = source?.publishesAutomatically ?? false
        received.push(await add(tx, origin, one, { sameMessage, publishesAutomatically }))
      }
      await itemTypes.noteProposals(
        tx,
        received.flatMap((one) => ('itemId' in one ? [one.itemId] : [])),
      )
      await recordReceived(tx, actor, origin.labId, received)
      await inTransaction?.(tx)
      return {
        received,
        attached: received.flatMap((one) => ('attached' in one ? (one.attached ?? []) : [])),
      }
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
        await quota.requireSpace(limitMb * MEGABYTE)
        const by = { owner: ownerOf(origin), signal }
        const stored = await files.inspectAndStore({ fileName, content: within(content, limitMb) }, by)
        unused.add(stored.name)
        return stored
      }
      try {
        const prepared: PreparedDocument[] = []
        // Sequential, because each file waits for the inspection anyway.
        for (const document of documents)
          prepared.push(
            await prepare(origin.labId, document, settings, (content) => store(document.fileName, content)),
          )
        const { received, attached } = await tryFile(() =>
          addAll(origin, actor, prepared, inTransaction).catch((error: unknown) => {
            throw isUniqueViolation(error, 'inbox_items_upload_once') ? conflict('INBOX_DUPLICATE') : error
          }),
        )
        for (const name of attached) unused.delete(name)
        return received
      } finally {
        // Removes copies of duplicates, and all copies after a failure. A copy with a database row stays.
        for (const name of unused) await files.removeCopy(name)
      }
    },
  }
}
