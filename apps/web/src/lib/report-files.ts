import { REPORT_FILE_NAME } from '@zelab/contract/limits'
import { apiAddresses } from './api-addresses.ts'
import { API_BASE_URL, refusalFrom } from './api-client.ts'
import * as texts from './texts.ts'

const NAME_MAX_LENGTH = 120
const FILE_FOLDER = '/api/v1/report/file/'

/** Whether a path is a report file's and nothing else's, such as an export, which would be recorded when it is read. */
export const isReportFilePath = (filePath: string): boolean =>
  filePath.startsWith(FILE_FOLDER) && REPORT_FILE_NAME.test(filePath.slice(FILE_FOLDER.length))

/** Whether a path is that of an inbox item's file. */
export const isInboxFilePath = (filePath: string): boolean =>
  /^\/api\/v1\/inbox\/file\/\d{1,15}$/.test(filePath)

/** A stored file's path as a complete address; with the API on a separate host it points there. */
export const fileAddress = (filePath: string): string => {
  const api = new URL(API_BASE_URL, window.location.href)
  return new URL(filePath, api).href
}

/** The same file, recorded as a download. */
export const downloadAddress = (filePath: string): string => `${fileAddress(filePath)}?purpose=download`

/** ".pdf", ".png" and so on in lower case; empty when there is none. */
export const fileEnding = (filePath: string): string =>
  /\.[a-z0-9]{1,5}$/i.exec(filePath.split(/[?#]/, 1)[0] ?? '')?.[0].toLowerCase() ?? ''

export const isPictureFile = (filePath: string): boolean =>
  ['.png', '.jpg', '.jpeg'].includes(fileEnding(filePath))

/** The report's title with the file's true ending; signs that a file name must not hold are replaced (AMB-59). */
export const fileNameOf = (title: string, filePath: string): string => {
  const name = title
    // Control characters and what Windows refuses; the marks that turn the reading order could hide an ending.
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, '_')
    .slice(0, NAME_MAX_LENGTH)
    .replace(/^[\s.]+|[\s.]+$/g, '')
  return `${name || texts.unnamedReport}${fileEnding(filePath) || '.pdf'}`
}

/**
 * The first page of a report's file as an image (`firstPage.address` of the report, or `pagePath` of an earlier version's
 * file). Rejects with the refusal: PAGE_IMAGE_FAILED when there is none, TOO_MANY_REQUESTS when it can be tried again.
 */
export const fetchFirstPage = async (address: string, signal?: AbortSignal): Promise<Blob> => {
  const response = await fetch(fileAddress(address), { credentials: 'include', signal: signal ?? null })
  if (response.ok) return response.blob()
  const body: unknown = await response.json().catch(() => undefined)
  throw refusalFrom(apiAddresses.reports.readFirstPage, response.status, body)
}

export const pagePath = (filePath: string): string => `${filePath}/page`

const fetchFile = async (filePath: string): Promise<Blob> => {
  const response = await fetch(downloadAddress(filePath), { credentials: 'include' })
  if (response.ok) return response.blob()
  const body: unknown = await response.json().catch(() => undefined)
  throw refusalFrom(apiAddresses.reports.readFile, response.status, body)
}

/** Fetches a report's file and saves it under the report's title. */
export const downloadReportFile = async (title: string, filePath: string): Promise<void> => {
  const address = URL.createObjectURL(await fetchFile(filePath))
  const link = document.createElement('a')
  link.href = address
  link.download = fileNameOf(title, filePath)
  link.click()
  // The browser reads the file only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
