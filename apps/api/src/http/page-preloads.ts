import { readFile } from 'node:fs/promises'
import path from 'node:path'

interface Chunk {
  file: string
  css?: string[]
  assets?: string[]
  /** Keys of the chunks that must load first. */
  imports?: string[]
  isEntry?: boolean
  isDynamicEntry?: boolean
}
type Manifest = Partial<Record<string, Chunk>>

const SHELL = /^src\/routes\/_shell[.]tsx/
/** Route files are named after their address: `_shell/user.patients.view.$patientId.tsx`. */
const PAGE = /^src\/routes\/(_shell\/)?([\w.$-]+)[.]tsx/

const addressPattern = (name: string): RegExp => {
  const parts = name.split('.').filter((part) => part !== 'index')
  return new RegExp(`^/${parts.map((part) => (part.startsWith('$') ? '[^/]+' : part)).join('/')}/?$`)
}

const chunksOf = (manifest: Manifest, key: string, seen = new Set<Chunk>()): Set<Chunk> => {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk)) return seen
  seen.add(chunk)
  for (const imported of chunk.imports ?? []) chunksOf(manifest, imported, seen)
  return seen
}

const fontLinks = (chunks: Iterable<Chunk>): string[] =>
  [...chunks]
    .flatMap(({ assets }) => assets ?? [])
    .filter((file) => file.endsWith('.woff2'))
    .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`)

const codeLinks = (chunks: readonly Chunk[]): string[] => [
  ...new Set(chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`)),
  ...new Set(
    chunks
      .flatMap(({ css }) => css ?? [])
      .map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
  ),
]

/** Preload links for the files of the page at an address; an address without a page needs only the font. */
export const createPagePreloads = async (webRoot: string): Promise<(address: string) => string> => {
  const file = path.join(webRoot, '.vite/manifest.json')
  const manifest = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Manifest
  const keys = Object.keys(manifest)
  const chunks = (key: string | undefined) => (key === undefined ? [] : [...chunksOf(manifest, key)])
  const first = new Set(chunks(keys.find((key) => manifest[key]?.isEntry)))
  const shell = chunks(keys.find((key) => SHELL.test(key) && manifest[key]?.isDynamicEntry))
  const pages = keys.flatMap((key) => {
    const [, isInShell, name] = PAGE.exec(key) ?? []
    if (name === undefined || SHELL.test(key) || !manifest[key]?.isDynamicEntry) return []
    const needed = new Set([...(isInShell ? shell : []), ...chunks(key)])
    return { pattern: addressPattern(name), links: codeLinks([...needed].filter((one) => !first.has(one))) }
  })
  const fonts = fontLinks(first)
  return (address) =>
    [...fonts, ...(pages.find(({ pattern }) => pattern.test(address))?.links ?? [])].join('\n    ')
}
