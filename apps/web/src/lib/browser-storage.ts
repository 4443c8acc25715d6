/** Says that files may wait in IndexedDB for their upload, so that it is not opened in vain. */
export const UPLOADS_STORED = 'zelab-uploads'

/** localStorage that never throws: it may be switched off, full or hold text of another program. */
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
      // The copy in memory is what the screens use.
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(key)
    } catch {
      // Nothing was stored then.
    }
  },
}
