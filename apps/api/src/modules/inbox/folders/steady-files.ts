import { isSameState, type FileState, type FoundFile } from './folder-reading.ts'

/**
 * Finds the files that are complete: unchanged for `steadyMs` on our own clock, or for `emptyMs` while there is nothing in
 * them, because scanners create a file before they write it. The clock of a shared folder
 * may differ, so its times are only compared with each other.
 */
export const createSteadyFiles = (
  { steadyMs, emptyMs }: { steadyMs: number; emptyMs: number },
  now: () => number,
) => {
  let seen = new Map<string, { state: FileState; since: number }>()
  return {
    /** Takes all files of the folder; those that are gone are forgotten. */
    observe(files: FoundFile[]): FoundFile[] {
      const known = seen
      seen = new Map()
      return files.filter((file) => {
        const key = file.name.toString('latin1')
        const before = known.get(key)
        const { sizeBytes, modifiedNs, number } = file
        const entry =
          before && isSameState(before.state, file)
            ? before
            : { state: { sizeBytes, modifiedNs, number }, since: now() }
        seen.set(key, entry)
        return now() - entry.since >= (sizeBytes === 0n ? emptyMs : steadyMs)
      })
    },
  }
}
