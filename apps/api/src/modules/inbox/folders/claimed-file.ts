import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { Claim } from './claims.ts'
import { errorCode } from './folder-paths.ts'
import { isSameState, stateOf, type FileState } from './folder-reading.ts'
import { inFolder, unlessMissing } from './opened-folder.ts'

const CHUNK_BYTES = 256 * 1024

export interface ClaimedFile {
  state: FileState
  content: AsyncGenerator<Buffer>
  failure(): unknown
  close(): Promise<void>
}

async function* chunksOf(
  handle: FileHandle,
  state: FileState,
  note: (error: unknown) => void,
): AsyncGenerator<Buffer> {
  try {
    let position = 0
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, position)
      if (bytesRead === 0) break
      position += bytesRead
      // Ignores bytes appended after the claim. A growing file would never end.
      if (position > state.sizeBytes) break
      yield chunk.subarray(0, bytesRead)
    }
    if (!isSameState(stateOf(await handle.stat({ bigint: true })), state))
      throw new Error('The file changed while it was read')
  } catch (error) {
    note(error)
    throw error
  }
}

const claimedFile = (handle: FileHandle, state: FileState): ClaimedFile => {
  let failure: unknown
  return {
    state,
    content: chunksOf(handle, state, (error) => (failure = error)),
    failure: () => failure,
    close: () => handle.close(),
  }
}

/** Returns `gone` for a missing file and `unsuitable` for a link, a pipe or a folder. These are never read. */
export const openClaimedFile = ({ place, name }: Claim): Promise<ClaimedFile | 'gone' | 'unsuitable'> =>
  inFolder(place, async (folder) => {
    const handle = await folder.open(name, constants.O_RDONLY)
    try {
      const status = await handle.stat({ bigint: true })
      if (folder.isRegular(status)) return claimedFile(handle, stateOf(status))
    } catch (error) {
      await handle.close()
      throw error
    }
    await handle.close()
    return 'unsuitable' as const
  }).catch((error: unknown) => {
    const code = errorCode(error)
    if (code === 'ENOENT') return 'gone'
    if (code === 'ELOOP' || code === 'ENXIO') return 'unsuitable'
    throw error
  })

export const isUnchanged = async ({ place, name }: Claim, state: FileState): Promise<boolean> => {
  const status = await inFolder(place, (folder) => folder.status(name)).catch(unlessMissing)
  return status !== undefined && isSameState(stateOf(status), state)
}
