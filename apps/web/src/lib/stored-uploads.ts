import { createStore, delMany, entries, set, type UseStore } from 'idb-keyval'
import { browserStorage, UPLOADS_STORED } from './browser-storage.ts'

export interface StoredUpload {
  key: string
  userId: number
  labId: number | undefined
  file: File
  addedAt: number
}

const KEPT_FOR_MS = 24 * 60 * 60 * 1000

let opened: UseStore | undefined
const store = (): UseStore => (opened ??= createStore('zelab-uploads', 'files'))

/** True if the file survives a reload: the browser may refuse storage or have no room. */
export const storeUpload = async (upload: StoredUpload): Promise<boolean> => {
  try {
    await set(upload.key, upload, store())
    browserStorage.write(UPLOADS_STORED, true)
    return true
  } catch {
    return false
  }
}

export const forgetUploads = async (keys: readonly string[]): Promise<void> => {
  try {
    await delMany([...keys], store())
  } catch {
    // Nothing was stored; leftovers expire after a day.
  }
}

/** The user's stored files. Deletes expired ones and, with a user, those of other users. */
export const storedUploads = async (userId: number | undefined): Promise<StoredUpload[]> => {
  try {
    const all = (await entries<string, StoredUpload>(store())).map(([, upload]) => upload)
    const isOld = ({ addedAt }: StoredUpload) => Date.now() - addedAt > KEPT_FOR_MS
    const isOthers = (upload: StoredUpload) => userId !== undefined && upload.userId !== userId
    const [removed, kept] = [
      all.filter((upload) => isOld(upload) || isOthers(upload)),
      all.filter((upload) => !isOld(upload) && !isOthers(upload)),
    ]
    await forgetUploads(removed.map(({ key }) => key))
    if (kept.length === 0) browserStorage.remove(UPLOADS_STORED)
    return kept.sort((one, other) => one.addedAt - other.addedAt)
  } catch {
    return []
  }
}
