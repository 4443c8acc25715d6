import * as texts from './texts.tsx'

const KB = 1024
const MB = KB * KB

/** "812 KB", "2.4 MB". */
export const formatFileSize = (bytes: number): string =>
  bytes >= MB
    ? texts.megabytes((bytes / MB).toFixed(1))
    : texts.kilobytes(Math.max(1, Math.round(bytes / KB)))
