import { element } from './element.ts'
import * as texts from './texts.ts'
import { sheetsOfFiles, type FurtherFile } from './further-files.ts'
import type { Sheet, View } from './view.ts'

/** On iOS, browsers other than Safari print the page instead of the frame. */
const PRINTS_WRONG_PAGE = /CriOS|FxiOS|EdgiOS/

interface Printing {
  print: (view: View) => Promise<void>
  /** Cancels the preparation; returns whether there was one. */
  cancel: () => boolean
}

interface PrintingOptions {
  record: () => Promise<void>
  onPrinted: () => void
  file: string
  /** Files that are printed with the one that is shown. */
  further: readonly FurtherFile[]
  shownBytes: () => number
}

const ruleFor = (index: number, width: number, height: number) =>
  `@page sheet-${index} { size: ${width}pt ${height}pt; margin: 0 }
   .sheet-${index} { page: sheet-${index}; width: ${width}pt; height: ${height}pt }`

/** Pages of one size share a rule: browsers without named pages apply the first rule to all. */
const layOut = (area: HTMLElement, rules: HTMLStyleElement) => {
  const sizes = new Map<string, number>()
  return async (content: Blob, width: number, height: number) => {
    const size = `${width}x${height}`
    const index = sizes.get(size) ?? sizes.size
    if (!sizes.has(size)) rules.append(ruleFor(index, width, height))
    if (sizes.size === 0) rules.append(`@page { size: ${width}pt ${height}pt; margin: 0 }`)
    sizes.set(size, index)
    const picture = element('img', { src: URL.createObjectURL(content), alt: '' })
    area.append(element('div', { class: `sheet sheet-${index}` }, picture))
    await picture.decode()
  }
}

const createNote = (onButton: () => void) => {
  const words = element('p')
  const button = element('button', { type: 'button', class: 'plain' })
  const note = element('div', { class: 'preparation', role: 'status', hidden: true }, words, button)
  button.addEventListener('click', onButton)
  document.body.append(note)
  return {
    show(text: string, buttonLabel: string) {
      words.textContent = text
      button.textContent = buttonLabel
      note.hidden = false
    },
    hide() {
      note.hidden = true
    },
  }
}

/** Renders the pages into a hidden area and prints only that. */
export const createPrinting = ({
  record,
  onPrinted,
  file,
  further,
  shownBytes,
}: PrintingOptions): Printing => {
  const area = element('div', { class: 'paper', 'aria-hidden': 'true' })
  const rules = element('style')
  document.body.append(area)
  document.head.append(rules)
  let preparation: AbortController | undefined

  const cancel = () => {
    const wasPreparing = preparation !== undefined
    preparation?.abort()
    preparation = undefined
    note.hide()
    return wasPreparing
  }
  const note = createNote(cancel)

  const clear = () => {
    for (const { src } of area.querySelectorAll('img')) URL.revokeObjectURL(src)
    area.replaceChildren()
    rules.replaceChildren()
  }
  window.addEventListener('afterprint', clear)

  async function* allSheets(view: View): AsyncGenerator<Sheet> {
    yield* view.sheets()
    yield* sheetsOfFiles(further, shownBytes())
  }

  const prepare = async (view: View, signal: AbortSignal) => {
    // The number of pages of further files is not known yet.
    const pageCount = further.length > 0 ? undefined : (view.pageCount ?? 1)
    const add = layOut(area, rules)
    let page = 1
    note.show(texts.preparingPage(page, pageCount), texts.cancel)
    for await (const { content, width, height } of allSheets(view)) {
      if (signal.aborted) return
      await add(content, width, height)
      page += 1
      if (pageCount === undefined || page <= pageCount)
        note.show(texts.preparingPage(page, pageCount), texts.cancel)
    }
  }

  return {
    cancel,
    async print(view) {
      if (preparation) return
      if (PRINTS_WRONG_PAGE.test(navigator.userAgent)) {
        if (further.length > 0) return note.show(texts.printTogetherUnsupported, texts.close)
        window.open(file, '_blank', 'noopener')
        onPrinted()
        return
      }
      const { signal } = (preparation = new AbortController())
      clear()
      try {
        await prepare(view, signal)
        if (signal.aborted) return
        await record()
        cancel()
        // Returns when the print dialog is closed.
        window.print()
        onPrinted()
      } catch {
        if (signal.aborted) return
        clear()
        preparation = undefined
        note.show(further.length > 0 ? texts.printTogetherFailed : texts.printFailed, texts.close)
      }
    },
  }
}
