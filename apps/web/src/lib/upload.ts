import type { UploadedFile } from '@zelab/contract'
import { REPORT_FILE_PART } from '@zelab/contract/limits'
import { apiAddresses } from './api-addresses.ts'
import { API_BASE_URL, refusalFrom } from './api-client.ts'

const ADDRESS = apiAddresses.reports.uploadFile

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Uploads a report file. An XMLHttpRequest, because fetch cannot tell how far an upload has come. */
export const uploadReportFile = (
  file: File,
  options: { onProgress?: (percent: number) => void; signal?: AbortSignal } = {},
): Promise<UploadedFile> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${API_BASE_URL}${ADDRESS.split(' ')[1]}`)
    request.withCredentials = true
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(Math.round((event.loaded / event.total) * 100))
    }
    request.onload = () => {
      const body = parse(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve((body as { data: UploadedFile }).data)
      else reject(refusalFrom(ADDRESS, request.status, body))
    }
    request.onerror = () => reject(new TypeError('The upload failed on the way'))
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    options.signal?.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.append(REPORT_FILE_PART, file)
    request.send(form)
  })
