import { api } from '../lib/api-client.ts'
import { fileAddress, isUnpublishedFilePath, isPictureFile, isReportFilePath } from '../lib/report-files.ts'
import { followColorScheme } from './color-scheme.ts'
import { element } from './element.ts'
import {
  onPrintAsked,
  takeFocus,
  tellBytesShown,
  tellPrinted,
  tellRefused,
  tellShown,
  tellUsed,
} from './host.ts'
import { furtherFileOf } from './further-files.ts'
import { listenToKeys, type Keys } from './keys.ts'
import { loadFile, LoadError, type LoadedFile } from './load-file.ts'
import { showLoading, showProblem, unclearHint, type Problem } from './notice.ts'
import { showPicture } from './picture-view.ts'
import { createPrinting } from './printing.ts'
import * as texts from './texts.ts'
import { createToolbar, type Commands } from './toolbar.ts'
import { ProtectedFileError, ZOOM_STEP, type View, type ViewListener } from './view.ts'
import './viewer.css'
import './notice.css'
import './printing.css'

/** Written by `lib/viewer-messages.ts`. */
const asked = new URLSearchParams(location.hash.slice(1))
const reportId = asked.get('report')
const filePath = asked.get('file') ?? ''
const address = fileAddress(filePath)
const further = asked.getAll('further').map(furtherFileOf)
let shownBytes = 0

const title = element('h1', { class: 'unseen' }, document.title)
// Named, because the page around the frame has the same landmarks.
const head = element('header', { 'aria-label': texts.toolbar }, title)
const stage = element('main', { class: 'stage', 'aria-label': texts.document })
const status = element('p', { class: 'unseen', role: 'status' })

const say = (words: string) => {
  status.textContent = words
}

const printing = createPrinting({
  file: address,
  onPrinted: tellPrinted,
  further,
  shownBytes: () => shownBytes,
  async record() {
    // A failed log request does not stop the print, because opening the file was logged.
    if (reportId === null) return
    for (const id of [Number(reportId), ...further.map((file) => file.reportId)])
      await api.activity.recordPrint({ body: { type: 'report', id } }).catch(() => undefined)
  },
})

const print = () => {
  if (keys.view) void printing.print(keys.view)
}

const commands: Commands = {
  zoomIn: () => keys.view?.zoom(ZOOM_STEP),
  zoomOut: () => keys.view?.zoom(1 / ZOOM_STEP),
  fit: () => keys.view?.fit(),
  rotate: () => keys.view && say(texts.rotated(keys.view.rotate())),
  goToPage: (page) => keys.view?.goToPage(page),
  print,
}
const keys: Keys = { view: undefined, commands, cancel: printing.cancel }

/** Loads pdf.js only for PDFs, in parallel with the file. */
const fetchPdfView = () => {
  const part = import('./pdf-view.ts').then((loaded) => {
    loaded.startWorker()
    return loaded
  })
  part.catch(() => undefined)
  return part
}
const pdfView = filePath.endsWith('.pdf') ? fetchPdfView() : undefined

const createView = async ({ content, mediaType }: LoadedFile, onChange: ViewListener): Promise<View> => {
  if (mediaType.startsWith('image/'))
    return showPicture(stage, new Blob([content], { type: mediaType }), onChange)
  const { showPdf } = await (pdfView ?? fetchPdfView()).catch(() => {
    throw new LoadError('failed')
  })
  return showPdf(stage, content, onChange)
}

const problemOf = (error: unknown): Problem => {
  if (error instanceof LoadError) return error.problem
  return error instanceof ProtectedFileError ? 'password' : 'damaged'
}

const show = async (): Promise<void> => {
  try {
    // The URL may be forged; only files of reports and inbox items are allowed.
    if (!isReportFilePath(filePath) && !isUnpublishedFilePath(filePath)) throw new LoadError('gone')
    const loading = showLoading(stage)
    const file = await loadFile(address, loading.progress)
    shownBytes = file.content.byteLength
    title.textContent = document.title = file.name ?? document.title
    let showState: ViewListener = () => undefined
    const view = await createView(file, (state) => showState(state))
    const toolbar = createToolbar(view, commands)
    head.append(toolbar.root)
    showState = toolbar.show
    keys.view = view
    view.fit()
    loading.end()
    void view.drawn.then(() => {
      tellShown()
      tellBytesShown(file.sha256)
    })
    void view.unclear?.then(() => head.append(unclearHint(address)))
    say(view.pageCount === undefined ? texts.pictureShown : texts.shown(view.pageCount))
    // The stamped copy of a picture is a PDF, of which a screen reader would read the stamp only.
    if (view.pageCount !== undefined && isPictureFile(filePath))
      view.container.setAttribute('aria-label', texts.pictureDocument)
    takeFocus(view.container)
    if (asked.has('print')) print()
  } catch (error) {
    const problem = problemOf(error)
    showProblem(stage, problem, address)
    tellShown()
    if (problem === 'signedOut' || problem === 'gone') tellRefused()
  }
}

followColorScheme()
document.body.prepend(head, stage, status)
listenToKeys(keys)
tellUsed()
onPrintAsked(print)
void show()
