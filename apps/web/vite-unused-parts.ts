import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

const packageFolder = (name: string) =>
  path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..')

/** Everything that may name a part: our own screens, and the components that are made of others. */
const SOURCES = [path.resolve(import.meta.dirname, 'src'), path.join(packageFolder('@mantine/core'), 'esm')]

/** `Menu.Sub = MenuSub;` alone on its line. */
const ATTACHING = /^([A-Z]\w*\.[A-Z]\w*) = \w+;$/gm
const PART = /\b[A-Z]\w*\.[A-Z]\w*\b/g

const codeIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /[.](tsx?|mjs)$/.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))

/**
 * Mantine attaches the parts of a component to it (`Menu.Sub`), and so the bundler keeps them all, used or not: a fifth
 * of what the signed-in area needs of Mantine. Takes off those that no code names as `Component.Part`.
 */
export const dropUnusedParts = (): Plugin => {
  let named = new Set<string>()
  return {
    name: 'drop-unused-parts',
    apply: 'build',
    buildStart() {
      named = new Set(
        SOURCES.flatMap(codeIn).flatMap((code) => code.replace(ATTACHING, '').match(PART) ?? []),
      )
    },
    transform: {
      filter: { id: /@mantine[\\/]core[\\/]esm[\\/]components[\\/]/ },
      handler: (code) => code.replace(ATTACHING, (line, part: string) => (named.has(part) ? line : '')),
    },
  }
}

const NATIVE_SCROLL_AREA = path.resolve(import.meta.dirname, 'src/ui/theme/native-scroll-area.ts')

/**
 * Mantine draws the scroll bar of a Select's list by itself, with a thirtieth of all the code of this application. Ours
 * is the browser's.
 */
export const nativeScrolling = (): Plugin => ({
  name: 'native-scrolling',
  apply: 'build',
  load: {
    filter: { id: /@mantine[\\/]core[\\/]esm[\\/]components[\\/]ScrollArea[\\/]ScrollArea[.]mjs$/ },
    handler: () =>
      `export { ScrollArea, ScrollArea as ScrollAreaAutosize } from ${JSON.stringify(NATIVE_SCROLL_AREA)}`,
  },
})
