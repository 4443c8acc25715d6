/** Set while IndexedDB may contain files that wait for their upload, so that it is not opened otherwise. */
export const UPLOADS_STORED = 'zelab-uploads'

/** localStorage that never throws: it may be disabled, full or contain foreign text. */
export const browserStorage = {
  read(key: string): unknown {
    try {
      const text = localStorage.getItem(key)
      return text === null ? undefined : JSON.parse(text)
    } catch {
      return undefined
    }
  },
  write(key: string, value: unknown): void {
    try {
      localStorage.setItem(key, JSON.stringify(value))
    } catch {
      // The copy in memory is enough for this page.
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(key)
    } catch {
      // Storage is disabled, so there is nothing to remove.
    }
  },
}
