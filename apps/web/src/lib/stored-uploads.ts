import { createStore, delMany, entries, set, type UseStore } from 'idb-keyval'
import { browserStorage, UPLOADS_STORED } from './browser-storage.ts'

/** A file of which the server has not confirmed the arrival. */
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

/** Whether the file will be there after a reload: the browser may refuse storage, or have no room left. */
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
    // Nothing was stored then; what is left ends after a day.
  }
}

/**
 * The files of this user. Those of others and old ones are removed; without a user, only old ones.
 */
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
