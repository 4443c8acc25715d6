// pdf.js announces itself to its viewer component as it is loaded, so it comes first.
import { AnnotationMode, getDocument, PDFWorker, version } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { EventBus, PDFLinkService, PDFViewer } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs'
import 'pdfjs-dist/legacy/web/pdf_viewer.css'
import { element } from './element.ts'
import { contentWidth, isPhoneWidth, WHOLE_WIDTH, type ContentWidth } from './content-width.ts'
import { pdfDataFolder } from './pdf-data-folder.ts'
import { pdfSheets } from './pdf-sheets.ts'
import { turnPagesBySwiping } from './swiping.ts'
import * as texts from './texts.ts'
import { hasUnclearText } from './unclear-text.ts'
import { LoadError } from './load-file.ts'
import { ProtectedFileError, type Point, type View, type ViewListener } from './view.ts'

/** No editing: nothing of a report changes here. */
const NO_EDITOR = -1
const FIT_WIDTH = 'page-width'
/** A pinch or a turn of the wheel is many small steps: the pages are drawn again when they are over. */
const DRAWING_DELAY_MS = 300

interface StartedWorker {
  worker: PDFWorker
  failure: Promise<never>
}
let started: StartedWorker | undefined

/** pdf.js's second half, once for this document. A failure to fetch it says nothing against the file. */
export const startWorker = (): StartedWorker => {
  if (started) return started
  const port = new Worker(workerAddress, { type: 'module' })
  const failure = new Promise<never>((_, reject) =>
    port.addEventListener('error', () => reject(new LoadError('failed'))),
  )
  // Until a file is opened, nothing waits for it.
  failure.catch(() => undefined)
  started = { worker: PDFWorker.create({ port }), failure }
  return started
}

const open = async (content: Uint8Array): Promise<PDFDocumentProxy> => {
  const { worker, failure } = startWorker()
  const data = new URL(`/${pdfDataFolder(version)}`, location.href).href
  try {
    const opening = getDocument({
      data: content,
      worker,
      // The content security policy allows neither code out of texts nor WebAssembly; pdf.js has plain code for both.
      isEvalSupported: false,
      useWasm: false,
      wasmUrl: `${data}wasm/`,
      cMapUrl: `${data}cmaps/`,
      standardFontDataUrl: `${data}standard_fonts/`,
      iccUrl: `${data}iccs/`,
      // Fonts that are not in the file: those of the reader's device know more scripts than the ones we serve, which
      // stand in where a device has none.
      useSystemFonts: true,
      // Errors only: what a strange file makes it warn of is of no use to the reader.
      verbosity: 0,
    })
    return await Promise.race([opening.promise, failure])
  } catch (error) {
    throw error instanceof Error && error.name === 'PasswordException' ? new ProtectedFileError() : error
  }
}

/**
 * pdf.js asks for words by their key; in a read-only document it only asks for the names of pages. Its type wants a whole
 * class with private parts, of which the viewer calls no more than these functions.
 */
const noWords = {
  getLanguage: () => 'en',
  getDirection: () => 'ltr',
  get: () => Promise.resolve(''),
  translate: () => Promise.resolve(),
  translateOnce: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
  pause: () => undefined,
  resume: () => undefined,
} as unknown as NonNullable<ConstructorParameters<typeof PDFViewer>[0]['l10n']>

/**
 * Shows a PDF with pdf.js's own viewer component: it draws the pages near the window, frees the far ones, keeps canvases
 * within what phones bear, and lays the text over them for selection.
 */
export const showPdf = async (
  stage: HTMLElement,
  bytes: Uint8Array,
  onChange: ViewListener,
): Promise<View> => {
  const file = await open(bytes)
  const pages = element('div', { class: 'pdfViewer' })
  const container = element(
    'div',
    { class: 'scroller', tabindex: '0', role: 'group', 'aria-label': texts.document },
    pages,
  )
  stage.prepend(container)

  const eventBus = new EventBus()
  const linkService = new PDFLinkService({ eventBus })
  linkService.externalLinkEnabled = false
  const viewer = new PDFViewer({
    container,
    viewer: pages,
    eventBus,
    linkService,
    l10n: noWords,
    annotationMode: AnnotationMode.ENABLE,
    annotationEditorMode: NO_EDITOR,
    enableAutoLinking: false,
    // Its frame takes a tenth of a phone's width.
    removePageBorders: true,
  })
  linkService.setViewer(viewer)

  /** Set while the content alone fills a phone's width. */
  let narrowScale: number | undefined
  const isFitted = () => viewer.currentScaleValue === FIT_WIDTH || viewer.currentScale === narrowScale
  const tell = () => {
    container.classList.toggle('narrow', viewer.currentScale === narrowScale)
    onChange({
      page: viewer.currentPageNumber,
      percent: Math.round(viewer.currentScale * 100),
      isFitted: isFitted(),
    })
  }
  let content: ContentWidth = WHOLE_WIDTH
  /** The margins of the paper lie outside the window. */
  const showContent = () => {
    const { div } = viewer.getPageView(viewer.currentPageNumber - 1) as { div: HTMLElement }
    container.scrollLeft = div.offsetLeft + div.offsetWidth * content.start
  }
  const fit = () => {
    narrowScale = undefined
    viewer.currentScaleValue = FIT_WIDTH
    if (!isPhoneWidth() || content === WHOLE_WIDTH || viewer.pagesRotation !== 0) return tell()
    narrowScale = viewer.currentScale / (content.end - content.start)
    viewer.currentScale = narrowScale
    narrowScale = viewer.currentScale
    showContent()
    tell()
  }
  eventBus.on('pagechanging', tell)
  eventBus.on('scalechanging', tell)
  // Links and forms of the file are shown as they are on paper: nothing in it can be pressed.
  eventBus.on(
    'annotationlayerrendered',
    ({ source }: { source: { annotationLayer?: { div: HTMLElement | null } } }) => {
      // A drawing that was cancelled has no element.
      if (source.annotationLayer?.div) source.annotationLayer.div.inert = true
    },
  )
  eventBus.on('pagerendered', ({ source, error }: { source: { div: HTMLElement }; error?: unknown }) => {
    // A white sheet would look like a page on which nothing stands.
    if (error) source.div.append(element('p', { class: 'pageProblem', role: 'alert' }, texts.pageProblem))
  })
  const drawn = new Promise<void>((resolve) => eventBus.on('pagerendered', () => resolve()))
  const unclear = new Promise<void>((resolve) => {
    eventBus.on('pagerendered', async ({ source }: { source: { pdfPage: PDFPageProxy | null } }) => {
      // A page that was freed meanwhile is looked at when it is drawn again.
      if (source.pdfPage && (await hasUnclearText(source.pdfPage).catch(() => false))) resolve()
    })
  })
  const initialized = new Promise<void>((resolve) => eventBus.on('pagesinit', () => resolve()))
  linkService.setDocument(file)
  viewer.setDocument(file)
  // A file whose first page cannot be read fails here.
  await Promise.all([viewer.firstPagePromise, initialized])
  for (let index = 0; index < file.numPages; index += 1)
    (viewer.getPageView(index) as { div: HTMLElement }).div.setAttribute('aria-label', texts.page(index + 1))
  if (isPhoneWidth()) content = await contentWidth(file)
  fit()
  new ResizeObserver(() => {
    if (isFitted()) fit()
  }).observe(container)
  const goToPage = (page: number) => {
    viewer.currentPageNumber = Math.min(Math.max(1, page), file.numPages)
    if (viewer.currentScale === narrowScale) showContent()
  }
  turnPagesBySwiping(container, {
    isOn: isFitted,
    turn: (step) => goToPage(viewer.currentPageNumber + step),
  })

  return {
    pageCount: file.numPages,
    fitLabel: texts.fitWidth,
    container,
    drawn,
    unclear,
    zoom(factor: number, origin?: Point) {
      viewer.updateScale({
        scaleFactor: factor,
        ...(origin && { origin: [origin.x, origin.y], drawingDelay: DRAWING_DELAY_MS }),
      })
    },
    fit,
    rotate() {
      const wasFitted = isFitted()
      viewer.pagesRotation = (viewer.pagesRotation + 90) % 360
      if (wasFitted) fit()
      return viewer.pagesRotation
    },
    goToPage,
    sheets: () => pdfSheets(file),
  }
}
