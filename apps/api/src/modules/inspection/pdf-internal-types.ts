import type { TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js'

type Method = (this: unknown, ...parameters: unknown[]) => unknown

/** The internal parts of pdf.js needed to visit every object of a file, and to notice what is not drawn. */
export interface PdfDictionary {
  getKeys(): string[]
  getRaw(key: string): unknown
}
export interface PdfObjects {
  /** One entry per object number, including free ones. */
  entries: ({ free?: boolean; gen: number; uncompressed?: boolean } | undefined)[]
  fetch(reference: unknown): unknown
  /** The catalog. */
  root?: PdfDictionary
}

/** Takes the text of a page in parts. */
interface TextSink {
  desiredSize: number
  ready: Promise<void>
  enqueue(part: { items: (TextItem | TextMarkedContent)[] }): void
}
/** What the core asks its display part for. */
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

/** Where the next letter is, and in which font. */
export interface TextState {
  textMatrix: number[]
  textLineMatrix: number[]
  fontMatrix: number[]
  clone(this: TextState): TextState
}

/** Compressed data, after its header of two bytes. */
export interface FlateStream {
  stream: { pos: number; getBytes(): Uint8Array }
  buffer: Uint8Array
  bufferLength: number
  eof: boolean
  readBlock: (this: FlateStream) => void
}

interface CoreFont {
  /** Neither in the file nor among the substitutes: the letters are those of any font of the machine. */
  missingFile: boolean
  isType3Font: boolean
}
/** A letter of a text, as its font shows it. */
interface Glyph {
  unicode: string
  isSpace: boolean
  isInFont: boolean
}
/** Translates the content of a page. */
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

/** A field of a form. */
interface Widget {
  data: {
    fieldValue: unknown
    pushButton?: boolean
  }
  /** What the file shows of the field. */
  appearance: object | null
  checkedAppearance?: object | null
  /** Whether the file asks viewers to make the appearance of each field. */
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
