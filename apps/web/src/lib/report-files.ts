import { REPORT_FILE_NAME } from '@zelab/contract/limits'
import { apiAddresses } from './api-addresses.ts'
import { API_BASE_URL, refusalFrom } from './api-client.ts'
import { fetchFromServer } from './connection.ts'
import * as texts from './texts.ts'

const NAME_MAX_LENGTH = 120
const FILE_FOLDER = '/api/v1/report/file/'

/** True if a path is a report file. Fetching another path, such as an export, would be logged. */
export const isReportFilePath = (filePath: string): boolean =>
  filePath.startsWith(FILE_FOLDER) && REPORT_FILE_NAME.test(filePath.slice(FILE_FOLDER.length))

export const isUnpublishedFilePath = (filePath: string): boolean =>
  /^\/api\/v1\/(inbox|release)\/file\/\d{1,15}$/.test(filePath)

/** Absolute URL of a stored file, on the API's host. */
export const fileAddress = (filePath: string): string => {
  const api = new URL(API_BASE_URL, window.location.href)
  return new URL(filePath, api).href
}

/** URL of the same file, logged as a download. */
export const downloadAddress = (filePath: string): string => `${fileAddress(filePath)}?purpose=download`

/** ".pdf" or ".png", in lower case; empty without an extension. */
export const fileEnding = (filePath: string): string =>
  /\.[a-z0-9]{1,5}$/i.exec(filePath.split(/[?#]/, 1)[0] ?? '')?.[0].toLowerCase() ?? ''

export const isPictureFile = (filePath: string): boolean =>
  ['.png', '.jpg', '.jpeg'].includes(fileEnding(filePath))

const ENDINGS: Partial<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
}

/**
 * File name from the report's title and the file's extension, with invalid characters replaced (AMB-59). The media type
 * is that of the bytes received: the stamped copy of a picture is a PDF.
 */
export const fileNameOf = (title: string, filePath: string, mediaType = ''): string => {
  const name = title
    // Characters that Windows forbids; bidirectional marks could disguise the extension.
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, '_')
    .slice(0, NAME_MAX_LENGTH)
    .replace(/^[\s.]+|[\s.]+$/g, '')
  return `${name || texts.unnamedReport}${ENDINGS[mediaType] ?? (fileEnding(filePath) || '.pdf')}`
}

/** Rejects with PAGE_IMAGE_FAILED without an image, with TOO_MANY_REQUESTS when a retry is possible. */
export const fetchFirstPage = async (address: string, signal?: AbortSignal): Promise<Blob> => {
  const response = await fetchFromServer(fileAddress(address), {
    credentials: 'include',
    signal: signal ?? null,
  })
  if (response.ok) return response.blob()
  const body: unknown = await response.json().catch(() => undefined)
  throw refusalFrom(apiAddresses.reports.readFirstPage, response.status, body)
}

export const pagePath = (filePath: string): string => `${filePath}/page`

const fetchFile = async (filePath: string): Promise<Blob> => {
  const response = await fetchFromServer(downloadAddress(filePath), { credentials: 'include' })
  if (response.ok) return response.blob()
  const body: unknown = await response.json().catch(() => undefined)
  throw refusalFrom(apiAddresses.reports.readFile, response.status, body)
}

export const downloadReportFile = async (title: string, filePath: string): Promise<void> => {
  const file = await fetchFile(filePath)
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = fileNameOf(title, filePath, file.type)
  link.click()
  // The browser reads the blob after the click event.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
