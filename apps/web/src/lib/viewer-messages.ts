const VIEWER_ADDRESS = '/viewer.html'

/** Messages between the page and the viewer in its frame. Both check that the origin is their own. */
export const VIEWER_MESSAGE = {
  /** Viewer to page: Escape was pressed. */
  close: 'zelab-viewer-close',
  /** Viewer to page: the server refused the file. */
  refused: 'zelab-viewer-refused',
  /** Viewer to page: the first page or an error is visible. */
  shown: 'zelab-viewer-shown',
  /** Page to viewer: Ctrl+P was pressed. */
  print: 'zelab-viewer-print',
  /** Viewer to page: the browser's print dialog was closed. */
  printed: 'zelab-viewer-printed',
  /** Viewer to page: the user is active. */
  used: 'zelab-viewer-used',
} as const

/** Viewer to page: the first page of a file with these bytes is visible. */
export interface ViewedBytes {
  kind: 'zelab-viewer-bytes'
  sha256: string
}

/** Viewer to page: a key that the viewer does not handle. */
export interface ViewerKey {
  kind: 'zelab-viewer-key'
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}

interface ViewedFile {
  filePath: string
  reportId?: number | undefined
  isPrinting?: boolean
  /** Files of other reports, which are printed after it. */
  further?: readonly { id: number; filePath: string }[] | undefined
}

/** After the hash, which stays out of server logs and the history of the frame. */
export const viewerAddress = ({ filePath, reportId, isPrinting, further = [] }: ViewedFile): string => {
  const asked = new URLSearchParams({ file: filePath })
  if (reportId !== undefined) asked.set('report', String(reportId))
  if (isPrinting) asked.set('print', '1')
  for (const file of further) asked.append('further', `${file.id}:${file.filePath}`)
  return `${VIEWER_ADDRESS}#${asked}`
}
