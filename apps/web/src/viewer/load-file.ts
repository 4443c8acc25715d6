import { noteAnswer } from '../lib/activity-clock.ts'

export type LoadProblem = 'signedOut' | 'gone' | 'failed'

export class LoadError extends Error {
  readonly problem: LoadProblem
  constructor(problem: LoadProblem) {
    super(problem)
    this.problem = problem
  }
}

export interface LoadedFile {
  content: Uint8Array<ArrayBuffer>
  mediaType: string
  /** In hexadecimal. */
  sha256: string
  /** File name from the server: the report's title with the extension. */
  name: string | undefined
}

const problemOf = (status: number): LoadProblem => {
  if (status === 401) return 'signedOut'
  // The file does not exist for this user: unknown id, another lab, or withdrawn.
  if ([400, 403, 404, 410].includes(status)) return 'gone'
  return 'failed'
}

const nameIn = (disposition: string | null): string | undefined => {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1]
  try {
    return encoded && decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

/**
 * One request, so that one view is one entry of the activity log.
 * @param onProgress receives progress in percent, if the server sends the length
 */
export const loadFile = async (
  address: string,
  onProgress: (percent: number) => void,
): Promise<LoadedFile> => {
  try {
    const response = await fetch(address, { credentials: 'include', cache: 'no-store' })
    if (!response.ok) throw new LoadError(problemOf(response.status))
    noteAnswer(response.headers.get('date'))
    const total = Number(response.headers.get('content-length'))
    const content = await readWhole(
      response,
      (read) => total > 0 && onProgress(Math.round((read / total) * 100)),
    )
    return {
      content,
      sha256: await checksumOf(content, response),
      mediaType: response.headers.get('content-type')?.split(';', 1)[0] ?? '',
      name: nameIn(response.headers.get('content-disposition')),
    }
  } catch (error) {
    throw error instanceof LoadError ? error : new LoadError('failed')
  }
}

/** Hash of the received bytes. Browsers hash in secure contexts only; elsewhere, the entity tag is the server's checksum. */
const checksumOf = async (content: Uint8Array<ArrayBuffer>, { headers }: Response): Promise<string> => {
  if (!window.isSecureContext) return (headers.get('etag') ?? '').replaceAll('"', '')
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const readWhole = async (response: Response, onRead: (bytes: number) => void) => {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let read = 0
  const reader = response.body?.getReader()
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    pieces.push(piece.value)
    read += piece.value.byteLength
    onRead(read)
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}
