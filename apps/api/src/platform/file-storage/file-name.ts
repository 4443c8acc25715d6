import { newSecretToken } from '../encryption.ts'
import { FileMissingError, type FileStorage } from './file-storage.ts'

const FILE_NAME = /^[A-Za-z0-9_-]{43}\.[a-z0-9]{1,8}$/

export const newFileName = (ending: string): string => `${newSecretToken()}${ending}`

export const isFileName = (name: string): boolean => FILE_NAME.test(name)

/** Extends FileMissingError, because no file can have such a name. */
export class InvalidFileNameError extends FileMissingError {
  constructor(name: string) {
    super(JSON.stringify(name.slice(0, 100)))
    this.name = 'InvalidFileNameError'
    this.message = `${JSON.stringify(name.slice(0, 100))} is not a valid file storage name`
  }
}

export const withCheckedNames = (storage: FileStorage): FileStorage => {
  const check = (name: string) => {
    if (!isFileName(name)) throw new InvalidFileNameError(name)
  }
  return {
    ...storage,
    async stage(name, content) {
      try {
        check(name)
      } catch (error) {
        content.destroy()
        throw error
      }
      return storage.stage(name, content)
    },
    async open(name, range) {
      check(name)
      return storage.open(name, range)
    },
    async openChunks(name, range) {
      check(name)
      return storage.openChunks(name, range)
    },
    find: (name) => (isFileName(name) ? storage.find(name) : Promise.resolve(undefined)),
    async *list() {
      for await (const file of storage.list()) if (isFileName(file.name)) yield file
    },
    async remove(name) {
      check(name)
      await storage.remove(name)
    },
  }
}
