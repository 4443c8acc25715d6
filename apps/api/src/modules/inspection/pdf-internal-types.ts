import type { TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js'

type Method = (this: unknown, ...parameters: unknown[]) => unknown

/** Internals of pdf.js for visiting every object of a file and detecting parts that are not drawn. */
export interface PdfDictionary {
  getKeys(): string[]
  getRaw(key: string): unknown
}
export interface PdfObjects {
  entries: ({ free?: boolean; gen: number; uncompressed?: boolean } | undefined)[]
  fetch(reference: unknown): unknown
  root?: PdfDictionary
}

interface TextSink {
  desiredSize: number
  ready: Promise<void>
  enqueue(part: { items: (TextItem | TextMarkedContent)[] }): void
}
interface DisplayHandler {
  send(): void
  sendWithPromise(): Promise<never>
}
export interface CorePage {
  rotate: number
  view: number[]
  userUnit: number
  extractTextContent(parameters: {
    handler: DisplayHandler
    task: object
    includeMarkedContent: boolean
    disableNormalization: boolean
    sink: TextSink
  }): Promise<void>
}
interface CoreDocument {
  xref: PdfObjects
  isPureXfa: boolean
  numPages: number
  checkHeader(): void
  parseStartXRef(): void
  parse(isRecovery: boolean): void
  checkFirstPage(isRecovery: boolean): Promise<void>
  checkLastPage(isRecovery: boolean): Promise<void>
  getPage(index: number): Promise<CorePage>
}
export interface CoreManager {
  pdfDocument: CoreDocument
  cleanup(): Promise<void>
}

export interface TextState {
  textMatrix: number[]
  textLineMatrix: number[]
  fontMatrix: number[]
  clone(this: TextState): TextState
}

export interface FlateStream {
  stream: { pos: number; getBytes(): Uint8Array }
  buffer: Uint8Array
  bufferLength: number
  eof: boolean
  readBlock: (this: FlateStream) => void
}

interface CoreFont {
  /** The font is neither embedded nor a standard font, so viewers substitute any font of the machine. */
  missingFile: boolean
  isType3Font: boolean
}
interface Glyph {
  unicode: string
  isSpace: boolean
  isInFont: boolean
}
interface Evaluator {
  getOperatorList: Method
  translateFont: (
    this: Evaluator,
    parameters: { descriptor?: PdfDictionary & { has(key: string): boolean } },
  ) => Promise<CoreFont>
  handleText: (
    this: Evaluator,
    chars: string,
    state: { font: CoreFont; textRenderingMode: number },
  ) => Glyph[]
}

interface Widget {
  data: {
    fieldValue: unknown
    pushButton?: boolean
  }
  appearance: object | null
  checkedAppearance?: object | null
  _needAppearances: boolean
  getOperatorList: (this: Widget, ...parameters: unknown[]) => unknown
}

export interface PdfInternals {
  WorkerMessageHandler: unknown
  XRef: { prototype: { parse: (this: PdfObjects, isRecovery?: boolean) => void } }
  Ref: (abstract new () => object) & { get(number: number, generation: number): unknown }
  Dict: abstract new () => PdfDictionary
  Name: abstract new () => { name: string }
  BaseStream: abstract new () => { dict?: PdfDictionary }
  PartialEvaluator: { prototype: Evaluator }
  WidgetAnnotation: { prototype: Widget }
  ButtonWidgetAnnotation: { prototype: Widget }
  PDFImage: Record<'buildImage' | 'createMask', Method> & {
    prototype: Record<'createImageData', Method>
  }
  ErrorFont: { prototype: Record<'charsToGlyphs', Method> }
  LocalPdfManager: new (parameters: {
    source: Uint8Array
    docId: string
    docBaseUrl: null
    enableXfa: boolean
    password: null
    handler: DisplayHandler
    evaluatorOptions: object
  }) => CoreManager
  WorkerTask: new (name: string) => object
  TextState: { prototype: TextState }
  FlateStream: { prototype: FlateStream }
  XRefParseException: abstract new () => Error
  clearGlobalCaches(): void
  setVerbosityLevel(level: number): void
}
