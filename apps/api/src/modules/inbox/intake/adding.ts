import { INBOX_NOTICES_MAX, type InboxNotice } from '@zelab/contract'
import type { Queryable } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import type { ReportFileService } from '../../files/report-files.service.ts'
import { addNews, isAddition, withNews, type AddToReport } from './additions.ts'
import type { Origin, ReceivedDocument } from './arrival.ts'
import { lockEarlierItems, type KnownItem } from './earlier-items.repository.ts'
import {
  findPublishedContent,
  flagItems,
  insertItem,
  isInInbox,
  noteOtherPatient,
  updateAdditions,
  updateItem,
} from './intake.repository.ts'
import { areDifferentPatients } from './patient-keys.ts'
import type { PreparedDocument } from './prepared-document.ts'
import { findRepeatedUpload } from './repeated-upload.ts'
import { compareVisits, decide, type Decision, type EarlierItem } from './statements.ts'

export const PUBLISH_AUTOMATICALLY = 'publish-inbox-item'

const OF_OTHER_PATIENT: InboxNotice = { code: 'order-of-other-patient', value: null }

export type AddedDocument = ReceivedDocument & { attached?: string; isChanged?: boolean }

const idsOf = (items: readonly { id: number }[]) => items.map(({ id }) => id)

const senderOf = (origin: Origin, orderKey: string | undefined) => ({
  sourceId: 'upload' in origin ? null : origin.sourceId,
  uploadedBy: 'upload' in origin ? origin.upload.userId : null,
  orderKey: orderKey ?? null,
})

/** Known items of the order or file. An order number belongs to its patient. */
interface KnownItems {
  own: readonly KnownItem[]
  /** A correction of the same file corrects the patient. */
  corrected: readonly KnownItem[]
  others: readonly KnownItem[]
  /** `own` and `corrected`, compared with the document, newest first. */
  earlier: readonly EarlierItem[]
}

const lockKnownItems = async (
  tx: Queryable,
  sender: ReturnType<typeof senderOf>,
  { document, stored, statement, patientKeys }: PreparedDocument,
): Promise<KnownItems> => {
  const known = await lockEarlierItems(tx, { ...sender, sha256: stored?.sha256 ?? null }, statement.sha256)
  const isOther = (item: KnownItem) =>
    document.orderKey !== undefined && areDifferentPatients(item.patientKeys, patientKeys)
  const isCorrected = (item: KnownItem) => document.kind === 'amendment' && item.hasSameFile
  const own = known.filter((item) => !isOther(item))
  const ofOthers = known.filter(isOther)
  const corrected = ofOthers.filter(isCorrected)
  return {
    own,
    corrected,
    others: ofOthers.filter((item) => !isCorrected(item)),
    earlier: [...own, ...corrected]
      .toSorted((one, other) => other.id - one.id)
      .map((item) => withNews(item, document)),
  }
}

const decideOn = async (
  tx: Queryable,
  { labId }: Origin,
  { document, stored, statement, matched }: PreparedDocument,
  earlier: readonly EarlierItem[],
): Promise<Decision> => {
  const { kind = 'report', isPreliminary = false, orderKey } = document
  const exceptId = orderKey === undefined ? null : (earlier.find(({ report }) => report)?.report?.id ?? null)
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

/** A report with another visit needs a person, unless an open item already shows the file. */
const showDifference = (decision: Decision, differs: boolean, { earlier }: KnownItems): Decision => {
  const isShown = earlier.some(({ state, hasSameFile }) => state === 'open' && hasSameFile)
  return decision.action === 'none' && differs && !isShown ? { ...decision, action: 'add' } : decision
}

/** @param sameMessage items of the same message, which do not replace each other */
const flagReplaced = async (
  tx: Queryable,
  { action, kind }: Decision,
  { earlier }: KnownItems,
  { changedId, sameMessage }: { changedId: number | undefined; sameMessage: readonly number[] },
) => {
  const replaced = earlier.filter(
    (item) =>
      item.id !== changedId &&
      !sameMessage.includes(item.id) &&
      !(kind === 'withdrawal' && item.kind === 'withdrawal') &&
      !(action === 'none' && item.hasSameFile && item.hasSameStatement && kind === item.kind),
  )
  if (replaced.length > 0)
    await flagItems(tx, idsOf(replaced), kind === 'withdrawal' ? 'withdrawn-by-sender' : 'superseded')
}

const itemOf = (
  origin: Origin,
  { document, statement, matched, patientKeys, ...prepared }: PreparedDocument,
  { kind, problem, targetReportId }: Decision,
  { own, others }: KnownItems,
  changed: KnownItem | undefined,
) => {
  const published = own.find(({ report }) => report !== null && report.id === targetReportId)
  const visits = compareVisits((changed ?? published)?.visit ?? null, document.visit)
  return {
    kind,
    problem,
    targetReportId,
    fileName: prepared.fileName,
    identity: prepared.identity,
    title: prepared.title,
    reportTypeId: prepared.reportTypeId,
    match: matched.match,
    patientId: matched.patientId,
    statement: statement.sha256,
    uploadKey: 'upload' in origin ? origin.upload.key : null,
    visit: changed ? visits.visit : (document.visit ?? null),
    // A value that was critical once stays so until a person decides.
    isCritical: document.isCritical === true || changed?.isCritical === true,
    patientKeys,
    notices: [
      ...(others.length > 0 ? [OF_OTHER_PATIENT] : []),
      ...(changed ? [] : visits.changed.map((value): InboxNotice => ({ code: 'visit-changed', value }))),
      ...(document.notices ?? []),
    ].slice(0, INBOX_NOTICES_MAX),
  }
}

export const createAdding = (files: Pick<ReportFileService, 'attach'>, addToReport: AddToReport) => {
  const insert = async (
    tx: Queryable,
    item: ReturnType<typeof itemOf>,
    sender: ReturnType<typeof senderOf> & { labId: number },
    { stored, isReadWhole }: PreparedDocument,
  ) => {
    const fileId = stored ? await files.attach(tx, stored, null) : null
    return insertItem(tx, { ...item, ...sender, isReadWhole, text: stored?.text ?? '', fileId })
  }

  /** Adds the document as an item, changes the item that it is about, or adds nothing. */
  return async (
    tx: Queryable,
    origin: Origin,
    prepared: PreparedDocument,
    { sameMessage, publishesAutomatically }: { sameMessage: number[]; publishesAutomatically: boolean },
  ): Promise<AddedDocument> => {
    const { document, stored, matched } = prepared
    if ('upload' in origin) {
      const repeated = await findRepeatedUpload(tx, origin.upload, () => Promise.resolve(stored?.sha256))
      if (repeated !== undefined) return { itemId: repeated }
    }
    const sender = senderOf(origin, document.orderKey)
    const known = await lockKnownItems(tx, sender, prepared)
    const decided = await decideOn(tx, origin, prepared, known.earlier)
    const { differs } = await addNews(tx, addToReport, { ...sender, document, own: known.own })
    const decision = showDifference(decided, differs, known)
    const { action } = decision
    const changedId = typeof action === 'object' ? action.change : undefined
    if (document.orderKey !== undefined) await flagReplaced(tx, decision, known, { changedId, sameMessage })
    if (action === 'none') return { duplicate: true }
    const changed = [...known.own, ...known.corrected].find(({ id }) => id === changedId)
    const item = itemOf(origin, prepared, decision, known, changed)
    // The sender may have corrected the patient of the file.
    const ofSameFile = known.others.filter(({ hasSameFile }) => hasSameFile)
    if (ofSameFile.length > 0) await noteOtherPatient(tx, idsOf(ofSameFile), OF_OTHER_PATIENT)
    if (changed && changed.unreleasedId !== null && isAddition(changed, document)) {
      await updateAdditions(tx, changed.id, item)
      return { itemId: changed.id, isChanged: true }
    }
    if (changedId !== undefined) await updateItem(tx, changedId, item)
    const itemId = changedId ?? (await insert(tx, item, { ...sender, labId: origin.labId }, prepared))
    if (publishesAutomatically && matched.match === 'green')
      await enqueueJob(tx, PUBLISH_AUTOMATICALLY, { itemId })
    if (changedId !== undefined) return { itemId, isChanged: true }
    return { itemId, ...(stored && { attached: stored.name }) }
  }
}
