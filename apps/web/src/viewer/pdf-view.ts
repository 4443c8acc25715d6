// Import order: pdf.js must load before its viewer component.
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
import { ProtectedFileError, type Point, type Sheet, type View, type ViewListener } from './view.ts'

/** Disables editing. */
const NO_EDITOR = -1
const FIT_WIDTH = 'page-width'
/** Redraws pages only after a pinch or a wheel gesture has ended. */
const DRAWING_DELAY_MS = 300

interface StartedWorker {
  worker: PDFWorker
  failure: Promise<never>
}
let started: StartedWorker | undefined

/** The pdf.js worker of all documents of this page. A failure to load it does not mean that the file is damaged. */
export const startWorker = (): StartedWorker => {
  if (started) return started
  const port = new Worker(workerAddress, { type: 'module' })
  const failure = new Promise<never>((_, reject) =>
    port.addEventListener('error', () => reject(new LoadError('failed'))),
  )
  // Avoids an unhandled rejection before a file is opened.
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
      // The content security policy forbids eval and WebAssembly; pdf.js has fallbacks for both.
      isEvalSupported: false,
      useWasm: false,
      wasmUrl: `${data}wasm/`,
      cMapUrl: `${data}cmaps/`,
      standardFontDataUrl: `${data}standard_fonts/`,
      iccUrl: `${data}iccs/`,
      // The device has more scripts than the fonts we serve, which are the fallback.
      useSystemFonts: true,
      // Errors only; warnings about unusual files do not help the user.
      verbosity: 0,
    })
    return await Promise.race([opening.promise, failure])
  } catch (error) {
    throw error instanceof Error && error.name === 'PasswordException' ? new ProtectedFileError() : error
  }
}

/** Prints a file without showing it. */
export async function* sheetsOfPdf(bytes: Uint8Array): AsyncGenerator<Sheet> {
  const file = await open(bytes)
  try {
    yield* pdfSheets(file)
  } finally {
    await file.loadingTask.destroy()
  }
}

/** A read-only document requests page names only. The cast replaces a class with private members. */
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

/** pdf.js's viewer component frees distant pages, limits canvas sizes and adds a text layer. */
export const showPdf = async (
  stage: HTMLElement,
  bytes: Uint8Array,
  onChange: ViewListener,
): Promise<View> => {
  const file = await open(bytes)
  const pages = element('div', { class: 'pdfViewer' })
  const container = element(
    'div',
    { class: 'scroller', dir: 'ltr', tabindex: '0', role: 'group', 'aria-label': texts.document },
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
    // The border takes a tenth of a phone's width.
    removePageBorders: true,
  })
  linkService.setViewer(viewer)

  /** Set while the content without margins fills a phone's width. */
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
  /** Scrolls the paper's margins out of view. */
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
  // Disables links and form fields of the file, which appear as printed.
  eventBus.on(
    'annotationlayerrendered',
    ({ source }: { source: { annotationLayer?: { div: HTMLElement | null } } }) => {
      // A cancelled rendering has no element.
      if (source.annotationLayer?.div) source.annotationLayer.div.inert = true
    },
  )
  eventBus.on('pagerendered', ({ source, error }: { source: { div: HTMLElement }; error?: unknown }) => {
    // A blank page would look like a page without content.
    if (error) source.div.append(element('p', { class: 'pageProblem', role: 'alert' }, texts.pageProblem))
  })
  const drawn = new Promise<void>((resolve) => eventBus.on('pagerendered', () => resolve()))
  const unclear = new Promise<void>((resolve) => {
    eventBus.on('pagerendered', async ({ source }: { source: { pdfPage: PDFPageProxy | null } }) => {
      // A page freed meanwhile is checked when it is drawn again.
      if (source.pdfPage && (await hasUnclearText(source.pdfPage).catch(() => false))) resolve()
    })
  })
  const initialized = new Promise<void>((resolve) => eventBus.on('pagesinit', () => resolve()))
  linkService.setDocument(file)
  viewer.setDocument(file)
  // Fails for a file whose first page is unreadable.
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
