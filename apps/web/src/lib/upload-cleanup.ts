import { browserStorage, UPLOADS_STORED } from './browser-storage.ts'

/** Deletes stored uploads: all of them at sign-out, otherwise those of other users and expired ones. */
export const cleanUploads = async (user: { id: number } | 'signed out' | null): Promise<void> => {
  if (browserStorage.read(UPLOADS_STORED) === undefined) return
  const { forgetUploads, storedUploads } = await import('./stored-uploads.ts')
  const userId = user && user !== 'signed out' ? user.id : undefined
  const kept = await storedUploads(userId)
  if (user !== 'signed out') return
  await forgetUploads(kept.map(({ key }) => key))
  browserStorage.remove(UPLOADS_STORED)
}
