import { open } from 'node:fs/promises'

/** Makes names in a folder durable, for example after a rename. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
