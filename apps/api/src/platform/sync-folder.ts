import { open } from 'node:fs/promises'

/** Makes the names of a folder durable, such as a renamed file's. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
