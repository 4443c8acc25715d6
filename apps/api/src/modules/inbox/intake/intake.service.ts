import { fileTooLarge, INBOX_NOTICES_MAX, type InboxNotice } from '@zelab/contract'
import type { UploadQuotaService } from '../../files/upload/upload-quota.service.ts'
import type { Context } from '../../../core/context.ts'
import { AppError, conflict } from '../../../core/app-error.ts'
import type { Actor } from '../../../core/caller.ts'
import { isUniqueViolation, type Queryable } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { ReportFileService } from '../../files/report-files.service.ts'
import type { ItemTypeService } from '../items/item-types.service.ts'
import type { Matcher } from '../matching/matching.service.ts'
import { findInboxSettings } from '../settings/inbox-settings.repository.ts'
import { addNews, isAddition, withNews, type AddToReport } from './additions.ts'
import type { Intake, Origin, ReceivedDocument } from './arrival.ts'
import {
  countOpenItems,
  findPublishedContent,
  flagItems,
  INBOX_OPEN_LIMIT,
  insertItem,
  isInInbox,
  lockArrivals,
  noteOtherPatient,
  touchSource,
  updateAdditions,
  updateItem,
} from './intake.repository.ts'
import { lockEarlierItems, type KnownItem } from './earlier-items.repository.ts'
import { areDifferentPatients } from './patient-keys.ts'
import { createPreparing, type PreparedDocument } from './prepared-document.ts'
import { digestOfDocument, findRepeatedUpload } from './repeated-upload.ts'
import { compareVisits, decide, type Decision, type EarlierItem } from './statements.ts'

const MEGABYTE = 1024 * 1024

const OF_OTHER_PATIENT: InboxNotice = { code: 'order-of-other-patient', value: null }

type AddedDocument = ReceivedDocument & { attached?: string; isChanged?: boolean }

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

/**
 * An order number belongs to its patient. A correction of the same file corrects the patient.
 */
const split = (known: readonly KnownItem[], { document, patientKeys }: PreparedDocument) => {
  const isOther = (item: KnownItem) =>
    document.orderKey !== undefined && areDifferentPatients(item.patientKeys, patientKeys)
  const isCorrected = (item: KnownItem) => document.kind === 'amendment' && item.hasSameFile
  const ofOthers = known.filter(isOther)
  return {
    own: known.filter((item) => !isOther(item)),
    corrected: ofOthers.filter(isCorrected),
    others: ofOthers.filter((item) => !isCorrected(item)),
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

  const decideOn = async (
    tx: Queryable,
    { labId }: Origin,
    { document, stored, statement, matched }: PreparedDocument,
    earlier: readonly EarlierItem[],
  ): Promise<Decision> => {
    const { kind = 'report', isPreliminary = false, orderKey } = document
    const exceptId =
      orderKey === undefined ? null : (earlier.find(({ report }) => report)?.report?.id ?? null)
    const published = stored && (await findPublishedContent(tx, { labId, sha256: stored.sha256, exceptId }))
    const isOfMatchedPatient = matched.match === 'green' && matched.patientId === published?.patientId
    return decide(
      {
        kind,
        isPreliminary,
        isBare: statement.isBare,
        hasOrder: orderKey !== undefined,
        isInInbox: stored !== undefined && (await isInInbox(tx, labId, stored.sha256)),
        published: published ? { reportId: published.reportId, isOfMatchedPatient } : null,
      },
      earlier,
    )
  }

  /** @param sameMessage items of the same message, which do not replace each other */
  const add = async (
    tx: Queryable,
    origin: Origin,
    prepared: PreparedDocument,
    { sameMessage, publishesAutomatically }: { sameMessage: number[]; publishesAutomatically: boolean },
  ): Promise<AddedDocument> => {
    const { document, stored, statement, matched } = prepared
    const { fileName, identity, isReadWhole, title, reportTypeId } = prepared
    if ('upload' in origin) {
      const known = await findRepeatedUpload(tx, origin.upload, () => Promise.resolve(stored?.sha256))
      if (known !== undefined) return { itemId: known }
    }
    const from = {
      sourceId: 'upload' in origin ? null : origin.sourceId,
      uploadedBy: 'upload' in origin ? origin.upload.userId : null,
      orderKey: document.orderKey ?? null,
    }
    const thread = { ...from, sha256: stored?.sha256 ?? null }
    const known = await lockEarlierItems(tx, thread, statement.sha256)
    const { others, own, corrected } = split(known, prepared)
    const earlier = [...own, ...corrected]
      .toSorted((one, other) => other.id - one.id)
      .map((item) => withNews(item, document))
    const { action: decided, ...decision } = await decideOn(tx, origin, prepared, earlier)
    const { differs } = await addNews(tx, addToReport, { sourceId: from.sourceId, document, own })
    const isShown = earlier.some(({ state, hasSameFile }) => state === 'open' && hasSameFile)
    const action = decided === 'none' && differs && !isShown ? 'add' : decided
    const changedId = typeof action === 'object' ? action.change : undefined
    const changed = [...own, ...corrected].find(({ id }) => id === changedId)
    const flagged = earlier.filter(
      ({ id, kind, hasSameFile, hasSameStatement }) =>
        id !== changedId &&
        !sameMessage.includes(id) &&
        !(decision.kind === 'withdrawal' && kind === 'withdrawal') &&
        !(action === 'none' && hasSameFile && hasSameStatement && decision.kind === kind),
    )
    if (document.orderKey !== undefined && flagged.length > 0)
      await flagItems(
        tx,
        flagged.map(({ id }) => id),
        decision.kind === 'withdrawal' ? 'withdrawn-by-sender' : 'superseded',
      )
    if (action === 'none') return { duplicate: true }
    const published = own.find(({ report }) => report !== null && report.id === decision.targetReportId)
    const visits = compareVisits((changed ?? published)?.visit ?? null, document.visit)
    const item = {
      ...decision,
      fileName,
      identity,
      title,
      reportTypeId,
      match: matched.match,
      patientId: matched.patientId,
      statement: statement.sha256,
      uploadKey: 'upload' in origin ? origin.upload.key : null,
      visit: changed ? visits.visit : (document.visit ?? null),
      // A value that was critical once stays so until a person decides.
      isCritical: document.isCritical === true || changed?.isCritical === true,
      patientKeys: prepared.patientKeys,
      notices: [
        ...(others.length > 0 ? [OF_OTHER_PATIENT] : []),
        ...(changed ? [] : visits.changed.map((value): InboxNotice => ({ code: 'visit-changed', value }))),
        ...(document.notices ?? []),
      ].slice(0, INBOX_NOTICES_MAX),
    }
    // The sender may have corrected the patient of the file.
    const ofSameFile = others.filter(({ hasSameFile }) => hasSameFile)
    if (ofSameFile.length > 0)
      await noteOtherPatient(
        tx,
        ofSameFile.map(({ id }) => id),
        OF_OTHER_PATIENT,
      )
    if (changed && changed.unreleasedId !== null && isAddition(changed, document)) {
      await updateAdditions(tx, changed.id, item)
      return { itemId: changed.id, isChanged: true }
    }
    if (changedId !== undefined) await updateItem(tx, changedId, item)
    const itemId =
      changedId ??
      (await insertItem(tx, {
        ...item,
        ...from,
        isReadWhole,
        labId: origin.labId,
        text: stored?.text ?? '',
        fileId: stored ? await files.attach(tx, stored, null) : null,
      }))
    if (publishesAutomatically && matched.match === 'green')
      await enqueueJob(tx, PUBLISH_AUTOMATICALLY, { itemId })
    if (changedId !== undefined) return { itemId, isChanged: true }
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

export const PUBLISH_AUTOMATICALLY = 'publish-inbox-item'
