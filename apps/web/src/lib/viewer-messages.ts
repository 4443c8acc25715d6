/** Where the document lies in which a report's file is shown (`apps/web/viewer.html`). */
const VIEWER_ADDRESS = '/viewer.html'

/** What the page and the viewer in its frame tell each other; both are of the same origin and check it. */
export const VIEWER_MESSAGE = {
  /** Viewer to page: Escape was pressed. */
  close: 'zelab-viewer-close',
  /** Viewer to page: the server now refuses the file. */
  refused: 'zelab-viewer-refused',
  /** Viewer to page: the first page of the file is drawn, or the reason is shown why it cannot be. */
  shown: 'zelab-viewer-shown',
  /** Page to viewer: the keys for printing were pressed. */
  print: 'zelab-viewer-print',
  /** Viewer to page: someone reads the file. */
  used: 'zelab-viewer-used',
} as const

/** Viewer to page: a key that means nothing to the viewer. */
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
  /** Undefined for a file of the inbox, which is no report yet. */
  reportId?: number | undefined
  /** Prints the file as soon as it is there. */
  isPrinting?: boolean
}

/** After the hash, which no server log and no browser history of the frame keeps. */
export const viewerAddress = ({ filePath, reportId, isPrinting }: ViewedFile): string => {
  const asked = new URLSearchParams({ file: filePath })
  if (reportId !== undefined) asked.set('report', String(reportId))
  if (isPrinting) asked.set('print', '1')
  return `${VIEWER_ADDRESS}#${asked}`
}
