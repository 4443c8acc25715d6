import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../core/context.ts'
import { forEachAlone } from '../../../core/each-alone.ts'
import { readWholeFile, type FileStorage } from '../../../platform/file-storage/file-storage.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import type { PageDrawer } from '../../inspection/page-drawer.ts'
import { UNKNOWN, withCodes, type ItemIdentity } from './identity.ts'
import type { Matched, Matcher } from './matching.service.ts'
import {
  findMatchable,
  findToRematch,
  postponeRematch,
  updateMatch,
  type MatchableItem,
} from './rematching.repository.ts'
import { PUBLISH_AUTOMATICALLY } from '../intake/adding.ts'

/** Longest wait for barcodes on a request. */
const PATIENCE_MS = 1_500
const BATCH = 200

export interface MatchedItem extends Matched {
  revision: number
}

export const createRematchingService = ({
  database,
  storage,
  drawer,
  match,
}: Pick<Context, 'database'> & {
  storage: Pick<FileStorage, 'open'>
  drawer: Pick<PageDrawer, 'readCodes'>
  match: Matcher
}) => {
  const compare = async (item: MatchableItem, withCodes?: ItemIdentity): Promise<MatchedItem> => {
    const { id, labId, isReadWhole } = item
    const matched = await match({ labId, identity: withCodes ?? item.identity ?? UNKNOWN, isReadWhole })
    await database.transaction(async (tx) => {
      const isOpen = await updateMatch(tx, item, matched, withCodes)
      const becameGreen = matched.match === 'green' && item.match !== 'green'
      if (isOpen && becameGreen && item.publishesAutomatically)
        await enqueueJob(tx, PUBLISH_AUTOMATICALLY, { itemId: id })
    })
    return { ...matched, revision: item.revision }
  }

  const readCodes = async (itemId: number, signal?: AbortSignal): Promise<void> => {
    const item = await findMatchable(database, itemId)
    if (!item || item.hasCodesRead || item.fileName === null || item.mediaType === null) return
    const { fileName: name, mediaType, sizeBytes } = item
    const codes = await drawer.readCodes({
      owner: -item.labId,
      mediaType,
      signal,
      read: () => readWholeFile(storage, { name, sizeBytes: sizeBytes ?? 0 }),
    })
    await compare(item, withCodes(item.identity ?? UNKNOWN, codes))
  }

  return {
    async rematch(itemId: number): Promise<MatchedItem | undefined> {
      const item = await findMatchable(database, itemId)
      return item && compare(item)
    },

    readCodes,

    /** Returns after the time limit. The barcodes appear when the item is opened again. */
    readCodesSoon: (itemId: number): Promise<void> =>
      Promise.race([readCodes(itemId).catch(() => {}), sleep(PATIENCE_MS)]),

    async rematchAll(): Promise<void> {
      await forEachAlone(
        await findToRematch(database, BATCH),
        (id) => this.rematch(id),
        (id) => postponeRematch(database, id),
      )
    },
  }
}
export type RematchingService = ReturnType<typeof createRematchingService>
