import path from 'node:path'
import {
  REPORT_TITLE_LENGTH,
  VALIDATION,
  type InboxItem,
  type InboxSetType,
  type ReportType,
} from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { invalidField, notFound } from '../../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import { isForeignKeyViolation, type Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { ReportTypeService } from '../../report-types/report-types.service.ts'
import { namedTypeFinder } from '../matching/named-types.ts'
import { countInScope } from './inbox-items.repository.ts'
import {
  findChosenTypes,
  findUnproposed,
  findUntyped,
  lockTypable,
  updateProposed,
  updateTypes,
} from './item-types.repository.ts'

/** Null for a title that is too short for a report. */
const reportTitleOf = ({ title }: ReportType): string | null =>
  title.length >= REPORT_TITLE_LENGTH.min ? title : null

interface Proposal {
  type: ReportType
  from: NonNullable<InboxItem['proposal']>
}

export interface ProposedItems {
  items: InboxItem[]
  /** The types have changed, so that items belong to other groups. */
  hasMoved: boolean
}

export const createItemTypeService = ({
  database,
  reportTypes,
}: Pick<Context, 'database'> & { reportTypes: Pick<ReportTypeService, 'list'> }) => {
  const findProposals = async (db: Queryable, ids: number[]): Promise<Map<number, Proposal>> => {
    const [types, files] = await Promise.all([reportTypes.list(db), findUntyped(db, ids)])
    const typesIn = namedTypeFinder(types)
    const proposals = new Map<number, Proposal>()
    const chosen = new Map<number, ReturnType<typeof findChosenTypes>>()
    for (const { id, labId, sourceId, uploadedBy, fileName, title, text } of files) {
      const named = typesIn([path.parse(fileName).name, title ?? '', text])
      const [type] = named
      if (type && named.length === 1) proposals.set(id, { type, from: 'file' })
      // A scan without text may be anything.
      if (named.length > 0 || text.trim() === '') continue
      const choices = chosen.get(labId) ?? findChosenTypes(db, labId)
      chosen.set(labId, choices)
      const last = (await choices).find((one) => one.sourceId === sourceId && one.uploadedBy === uploadedBy)
      const lastType = last && types.find((one) => one.id === last.reportTypeId)
      if (lastType) proposals.set(id, { type: lastType, from: 'last-choice' })
    }
    return proposals
  }

  /** For the groups of the list. */
  const noteProposals = async (db: Queryable, ids: number[]): Promise<void> => {
    if (ids.length === 0) return
    const proposals = await findProposals(db, ids)
    await updateProposed(db, ids, [...proposals.keys()])
  }

  return {
    noteProposals,

    /** The type chosen for an item may be proposed for others of its source. */
    async noteChoices(db: Queryable, itemIds: number[]): Promise<void> {
      await noteProposals(db, await findUnproposed(db, itemIds))
    },

    /** Adds a type and title to open items that have none. A proposal is stored when a person confirms it. */
    async propose(items: InboxItem[]): Promise<ProposedItems> {
      const untyped = items.filter(
        ({ state, kind, reportType }) => state === 'open' && kind === 'report' && reportType === null,
      )
      if (untyped.length === 0) return { items, hasMoved: false }
      const ids = untyped.map(({ id }) => id)
      const proposals = await findProposals(database, ids)
      const hasMoved = (await updateProposed(database, ids, [...proposals.keys()])) > 0
      const proposed = items.map((item): InboxItem => {
        const proposal = proposals.get(item.id)
        if (!proposal) return item
        const { type, from } = proposal
        const reportType = { id: type.id, title: type.title }
        return { ...item, reportType, title: item.title ?? reportTitleOf(type), proposal: from }
      })
      return { items: proposed, hasMoved }
    },

    async set(caller: Caller, { ids, reportTypeId }: InboxSetType): Promise<{ set: number; left: number }> {
      const type = (await reportTypes.list()).find(({ id }) => id === reportTypeId)
      if (!type) throw invalidField('reportTypeId', VALIDATION.reportType)
      return database
        .transaction(async (tx) => {
          const scope = labScopeOf(caller)
          const distinct = new Set(ids).size
          if ((await countInScope(scope, tx, ids)) < distinct) throw notFound('INBOX_ITEM_NOT_FOUND')
          const typable = await lockTypable(scope, tx, { ids, userId: caller.user.id })
          const changed = await updateTypes(tx, typable, { id: type.id, title: reportTitleOf(type) })
          for (const labId of new Set(changed.map((item) => item.labId))) {
            const own = changed.filter((item) => item.labId === labId).map(({ id }) => id)
            const items = own.toSorted((a, b) => a - b).map((id) => `#${id}`)
            await recordActivity(tx, caller, {
              action: 'inbox.type',
              object: { type: 'lab', id: labId },
              labId,
              summary: `Set the report type of inbox ${items.length === 1 ? 'item' : 'items'} ${items.join(', ')} to ${type.title}`,
            })
          }
          return { set: typable.length, left: distinct - typable.length }
        })
        .catch((error: unknown) => {
          throw isForeignKeyViolation(error) ? invalidField('reportTypeId', VALIDATION.reportType) : error
        })
    },
  }
}
export type ItemTypeService = ReturnType<typeof createItemTypeService>
