import { FileMissingError, type FileStorage } from './file-storage.ts'

/**
 * An unmounted folder is unavailable; its files are not lost.
 * @param check rejects with StorageUnavailableError when this is not the installation's storage
 */
export const guardStorage = (storage: FileStorage, check: () => Promise<void>): FileStorage => {
  const explainMissing = async (error: unknown): Promise<never> => {
    if (error instanceof FileMissingError) await check()
    throw error
  }
  return {
    async stage(name, content) {
      await check()
      const staged = await storage.stage(name, content)
      return {
        ...staged,
        async commit() {
          await check().catch(async (error: unknown) => {
            await staged.discard().catch(() => {})
            throw error
          })
          await staged.commit()
        },
      }
    },
    async receiveTemporary(content) {
      await check()
      return storage.receiveTemporary(content)
    },
    open: (name, range) => storage.open(name, range).catch(explainMissing),
    openChunks: (name, range) => storage.openChunks(name, range).catch(explainMissing),
    async find(name) {
      const file = await storage.find(name)
      if (!file) await check()
      return file
    },
    async *list() {
      await check()
      yield* storage.list()
    },
    async remove(name) {
      await check()
      await storage.remove(name)
    },
    freeBytes: () => storage.freeBytes(),
    async check() {
      await check()
      await storage.check()
    },
    close: () => storage.close(),
  }
}
