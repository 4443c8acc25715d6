import { defineModule } from '../../core/module.ts'
import type { Context } from '../../core/context.ts'
import type { ActivitySealService } from '../activity/activity-seal.service.ts'
import type { OrphanedUploadService } from '../files/orphans/orphaned-uploads.service.ts'
import { storedProblemOf } from '../files/stored-problem.ts'
import {
  countFiles,
  findFilesAfter,
  findIncompleteReports,
  findNamesWithoutRow,
  findWrongReleases,
  findWrongTotals,
  hasFile,
  type FileRecord,
  type WrongTotal,
} from './integrity.repository.ts'

export interface Finding {
  kind: 'file' | 'orphan' | 'version' | 'release' | 'total' | 'log'
  text: string
}

const BATCH = 500
/** A few concurrent reads hide the latency of a bucket. More would slow down the service. */
const FILES_AT_ONCE = 4
/** A newer file may belong to an upload whose row is not yet committed. */
const ORPHAN_AGE_MS = 24 * 60 * 60_000

/** Other files in the storage are ignored. */
const OWN_NAME = /^[\w-]{43}\.(pdf|jpg|png|webp)$/

const ownerOf = ({ reportId, isCurrent }: FileRecord) =>
  reportId === null
    ? 'an upload that is not published'
    : `report #${reportId}${isCurrent ? '' : ', an earlier version'}`

const totalName = ({ kind, labId, reportTypeId }: WrongTotal) =>
  [
    kind,
    labId === -1 ? 'of every lab' : labId === 0 ? 'of no lab' : `of lab ${labId}`,
    reportTypeId > 0 && `of type ${reportTypeId}`,
  ]
    .filter(Boolean)
    .join(' ')

/** Read-only, so it may run during operation. */
export const createIntegrityService = ({
  database,
  storage,
  seals,
  orphans,
}: Pick<Context, 'database' | 'storage'> & {
  seals: ActivitySealService
  orphans: OrphanedUploadService
}) => {
  const problemOf = async (file: FileRecord, isQuick: boolean) => {
    const problem = await storedProblemOf(storage, file, isQuick)
    if (problem?.is === 'missing') return 'is missing'
    if (problem?.is === 'cut') return `has ${problem.sizeBytes} bytes instead of ${file.sizeBytes}`
    return problem && 'has another content than was published'
  }

  const checkFile = async (file: FileRecord, isQuick: boolean): Promise<Finding | undefined> => {
    const problem = await problemOf(file, isQuick)
    if (!problem || !(await hasFile(database, file.id))) return undefined
    return { kind: 'file', text: `The file ${file.name} (${ownerOf(file)}) ${problem}.` }
  }

  const withoutRow = async (names: string[]) =>
    names.length === 0 ? [] : findNamesWithoutRow(database, names)

  return {
    size: (): Promise<{ files: number; bytes: number }> => countFiles(database),

    /**
     * Compares size and content with the published values.
     * @param onProgress called after each batch with the number of checked files
     */
    async *checkFiles(
      isQuick: boolean,
      onProgress: (files: number) => void = () => {},
    ): AsyncGenerator<Finding> {
      let done = 0
      for (let afterId = 0; ;) {
        const files = await findFilesAfter(database, afterId, BATCH)
        for (let start = 0; start < files.length; start += FILES_AT_ONCE) {
          const some = files.slice(start, start + FILES_AT_ONCE)
          const findings = await Promise.all(some.map((file) => checkFile(file, isQuick)))
          for (const finding of findings) if (finding) yield finding
        }
        done += files.length
        onProgress(done)
        if (files.length < BATCH) return
        afterId = files.at(-1)?.id ?? afterId
      }
    },

    async *findOrphans(now = new Date()): AsyncGenerator<string> {
      const oldest = now.getTime() - ORPHAN_AGE_MS
      let names: string[] = []
      for await (const { name, modifiedAt } of storage.list()) {
        if (modifiedAt.getTime() > oldest || !OWN_NAME.test(name)) continue
        names.push(name)
        if (names.length < BATCH) continue
        yield* await withoutRow(names)
        names = []
      }
      yield* await withoutRow(names)
    },

    removeOrphan: (name: string): Promise<boolean> => orphans.remove(name),

    async checkVersions(): Promise<Finding[]> {
      const reports = await findIncompleteReports(database)
      return reports.map(({ id }) => ({
        kind: 'version',
        text: `The versions of report #${id} do not agree with the report.`,
      }))
    },

    /** Compares released bytes, and those that await release, with what their authors and releasers saw. */
    async checkReleases(): Promise<Finding[]> {
      const wrong = await findWrongReleases(database)
      return wrong.map(({ id, reportId }) => ({
        kind: 'release',
        text:
          reportId === null
            ? `The file of report A-${id} is not the one that its author saw.`
            : `Report #${reportId} is not what was released as A-${id}.`,
      }))
    },

    async checkTotals(): Promise<Finding[]> {
      const totals = await findWrongTotals(database)
      return totals.map((total) => ({
        kind: 'total',
        text: `The total of ${totalName(total)} says ${total.kept}, there are ${total.counted}.`,
      }))
    },

    async checkLog(): Promise<Finding[]> {
      const { problems } = await seals.verify()
      return problems.map((problem) => ({ kind: 'log', text: `The activity log: ${problem}` }))
    },
  }
}

export const integrityModule = (context: Parameters<typeof createIntegrityService>[0]) =>
  defineModule({ services: { integrity: createIntegrityService(context) } })
