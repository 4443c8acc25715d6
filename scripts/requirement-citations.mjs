import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { REPOSITORY } from './repository.mjs'

const FOLDERS = ['apps', 'packages', 'scripts', 'tests']
const BROWSER_TESTS = 'tests/e2e/'
const NOT_SOURCES = new Set(['node_modules', 'dist', 'coverage'])

const isTestFile = (file) =>
  /\.test\.tsx?$/.test(file) || (file.startsWith(BROWSER_TESTS) && file.endsWith('.ts'))

const filesUnder = (folder) =>
  readdirSync(path.join(REPOSITORY, folder), { withFileTypes: true })
    .filter((entry) => !NOT_SOURCES.has(entry.name))
    .flatMap((entry) => {
      const name = `${folder}/${entry.name}`
      return entry.isDirectory() ? filesUnder(name) : [name]
    })

/** String literals in the code: titles, and the tables that titles are made from. Comments do not count. */
const textsIn = (file) => {
  const content = readFileSync(path.join(REPOSITORY, file), 'utf8')
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest)
  const texts = []
  const visit = (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      texts.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return texts
}

const BRACKET = /\[([A-Z][A-Z0-9\-., ]*\d)\]/g
const CITATION = /^([A-Z][A-Z0-9-]*)-(\d+)(?:\.\.(\d+))?$/

/** The ids of one citation: `VAL-USER-04`, or `VAL-USER-01..07` for all from 01 to 07. */
const idsOf = (citation) => {
  const [, area, first, last = first] = CITATION.exec(citation) ?? []
  if (!area) return []
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => Number(first) + index)
  return numbers.map((number) => `${area}-${String(number).padStart(first.length, '0')}`)
}

/** Every id in square brackets in a text of a test file: `{ id, file, isBrowserTest }`. */
export const findCitations = () =>
  FOLDERS.flatMap(filesUnder)
    .filter(isTestFile)
    .flatMap((file) =>
      textsIn(file)
        .flatMap((text) => [...text.matchAll(BRACKET)])
        .flatMap(([, ids]) => ids.split(/[\s,]+/))
        .flatMap(idsOf)
        .map((id) => ({ id, file, isBrowserTest: file.startsWith(BROWSER_TESTS) })),
    )
