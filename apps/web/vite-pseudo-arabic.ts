import { parseSync, type Plugin } from 'vite'
import { pseudoArabic } from './pseudo-arabic.ts'

const CATALOG = /\/src\/.*\btexts\.tsx?$/

interface SyntaxNode {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value

/** Parts of the syntax that are code even where they look like texts. */
const CODE: Record<string, readonly string[]> = {
  ImportDeclaration: ['source'],
  JSXAttribute: ['name', 'value'],
  MemberExpression: ['property'],
  Property: ['key'],
  SwitchCase: ['test'],
}

const isText = ({ type, value }: SyntaxNode) =>
  type === 'JSXText' || type === 'TemplateElement' || (type === 'Literal' && typeof value === 'string')

const textsIn = (node: SyntaxNode): SyntaxNode[] => {
  if (isText(node)) return [node]
  const isComparison = node.type === 'BinaryExpression' && node.operator !== '+'
  return Object.entries(node)
    .filter(([part]) => !CODE[node.type]?.includes(part))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]) as unknown[])
    .filter(isNode)
    .filter(({ type }) => !/^TS(?!(As|Satisfies|NonNull)Expression$)/.test(type))
    .filter(({ type }) => !isComparison || type !== 'Literal')
    .flatMap(textsIn)
}

/** Writes the catalogs in Arabic letters and turns the pages, to find what another language would break. */
export const pseudoArabicTexts = (): Plugin => ({
  name: 'pseudo-arabic-texts',
  enforce: 'pre',
  transform(code, id) {
    if (!CATALOG.test(id)) return null
    const { program, errors } = parseSync(id, code)
    if (errors.length > 0) throw new Error(`${id} cannot be parsed`)
    // Nodes have different parts; this treats all of them alike.
    const fromLast = textsIn(program as unknown as SyntaxNode).sort((one, other) => other.start - one.start)
    return fromLast.reduce(
      (text, { start, end }) => text.slice(0, start) + pseudoArabic(text.slice(start, end)) + text.slice(end),
      code,
    )
  },
  transformIndexHtml: (html) => html.replace('<html lang="en"', '<html lang="ar" dir="rtl"'),
})
