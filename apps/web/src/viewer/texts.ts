export const loading = 'Loading the file…'
export const loadingPart = (percent: number) => `Loading the file… ${percent}%`
export const shown = (pageCount: number) =>
  pageCount === 1 ? 'The file has 1 page.' : `The file has ${pageCount} pages.`
export const pictureShown = 'The picture is shown.'

export const toolbar = 'File tools'
export const document = 'File content'
export const pictureDocument = 'File content: this page is a picture'
export const picture = 'The report as a picture'
export const page = (page: number) => `Page ${page}`
export const pageProblem = 'This page cannot be shown here. Open the file in a new tab to see it.'
export const unclearText =
  'Form fields or fonts of this file may look different here. A value may be cut off or missing: compare it in a new tab.'
export const pageField = 'Page number'
export const ofPages = (pageCount: number) => `of ${pageCount}`
export const previousPage = 'Previous page'
export const nextPage = 'Next page'
export const zoomOut = 'Zoom out'
export const zoomIn = 'Zoom in'
export const percent = (percent: number) => `${percent}%`
export const fitWidth = 'Fit to width'
export const fitPicture = 'Fit to window'
export const rotate = 'Rotate'
export const rotated = (degrees: number) =>
  degrees === 0 ? 'Upright again.' : `Rotated by ${degrees} degrees.`
export const print = 'Print'
export const withKey = (label: string, key: string) => `${label} (${key})`

export const preparingPage = (page: number, pageCount: number | undefined) =>
  pageCount === undefined
    ? `Preparing page ${page} to print…`
    : `Preparing page ${page} of ${pageCount} to print…`
export const cancel = 'Cancel'
export const close = 'Close'
export const printFailed =
  'The file could not be prepared for printing. Open it in a new tab and print it there.'
export const printTogetherUnsupported =
  'This browser cannot print several files together. Print the reports one by one.'
export const printTogetherFailed =
  'One of the files could not be prepared, or they are too large together. Nothing was printed. Print the reports one by one.'

export const damagedTitle = 'This file cannot be shown here'
export const damaged = 'It may be damaged or in a format that the viewer does not support.'
export const passwordTitle = 'This file is password-protected'
export const password = 'Open it in a new tab, where the browser asks for the password.'
export const signedOutTitle = 'Your session has ended'
export const signedOut = 'Sign in again to see this file.'
export const goneTitle = 'This file is no longer available'
export const gone =
  'The report may have been withdrawn or moved. Close this window and look at the report again.'
export const failedTitle = 'The file could not be loaded'
export const failed = 'Check your connection and try again.'
export const tryAgain = 'Try Again'
export const openInNewTab = 'Open in New Tab'
