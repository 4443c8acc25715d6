import type { ReceivedFile, UploadedFile } from '@zelab/contract'
import { REPORT_FILE_PART } from '@zelab/contract/limits'
import { apiAddresses } from './api-addresses.ts'
import { refusalFrom, urlOf } from './api-client.ts'
import { noteConnectionLoss } from './connection.ts'

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export interface UploadOptions {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  onProgress?: (percent: number) => void
  signal?: AbortSignal
}

/** XMLHttpRequest, because fetch reports no upload progress. */
export const sendFile = <Data>(
  endpoint: string,
  part: string,
  file: File,
  { params = {}, query = {}, onProgress, signal }: UploadOptions = {},
): Promise<Data> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', urlOf(endpoint, { params, query }))
    request.withCredentials = true
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(Math.round((event.loaded / event.total) * 100))
    }
    request.onload = () => {
      const body = parse(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve((body as { data: Data }).data)
      else reject(refusalFrom(endpoint, request.status, body))
    }
    request.onerror = () => {
      const error = new TypeError('The upload failed on the way')
      noteConnectionLoss(error)
      reject(error)
    }
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.append(part, file)
    request.send(form)
  })

export const uploadReportFile = (file: File, options?: UploadOptions): Promise<UploadedFile> =>
  sendFile(apiAddresses.reports.uploadFile, REPORT_FILE_PART, file, options)

/** Uploads a file or a ZIP archive to the inbox. Repeating a key adds nothing twice. */
export const uploadInboxFile = (
  file: File,
  query: { key: string; labId?: number | undefined },
  options?: UploadOptions,
): Promise<ReceivedFile[]> =>
  sendFile(apiAddresses.inbox.upload, REPORT_FILE_PART, file, { ...options, query })
