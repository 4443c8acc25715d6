import type { BrowserContext } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { pseudoArabic } from '../../apps/web/pseudo-arabic.ts'

const fromRoot = (address: string) => fileURLToPath(new URL(`../../${address}`, import.meta.url))
const BUILT = fromRoot('.cache/pseudo-arabic')

/** Builds the web application from right to left, with texts that are 30 % longer (ADR 18). */
export const buildPseudoArabic = (): void => {
  const vite = fromRoot('node_modules/vite/bin/vite.js')
  const options = ['--mode', 'pseudo-arabic', '--outDir', BUILT, '--logLevel', 'warn']
  for (const build of [['vite.config.ts', '--emptyOutDir'], ['vite.viewer.config.ts']])
    execFileSync(process.execPath, [vite, 'build', '--config', ...build, ...options], {
      cwd: fromRoot('apps/web'),
      // Part of the error if it fails.
      stdio: 'pipe',
      env: { ...process.env, NODE_ENV: 'production' },
    })
}

/** Shows that build instead of the server's; everything else comes from the server. */
export const showPseudoArabic = async (context: BrowserContext): Promise<void> => {
  await context.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    const file = path.join(BUILT, pathname)
    if (pathname !== '/' && existsSync(file)) await route.fulfill({ path: file })
    else if (route.request().isNavigationRequest() && !pathname.startsWith('/api/'))
      await route.fulfill({ path: path.join(BUILT, 'index.html') })
    else await route.fallback()
  })
}

/** Names of records are not translated. */
const nameOf = (name: unknown, isExact: boolean): unknown => {
  if (name instanceof RegExp) return new RegExp(`${pseudoArabic(name.source)}|${name.source}`, name.flags)
  if (typeof name !== 'string') return name
  const either = [pseudoArabic(name), name].map((text) =>
    text.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`),
  )
  return new RegExp(isExact ? `^(${either.join('|')})$` : either.join('|'), 'i')
}

/** A page, or a part of it, whose texts are found by their English words. */
export const inPseudoArabic = <T extends object>(part: T): T =>
  new Proxy(part, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key)
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        const [what, options = {}] = given as [unknown, { name?: unknown; exact?: boolean }?]
        const isExact = options.exact ?? false
        if (key === 'getByRole') given = [what, { ...options, name: nameOf(options.name, isExact) }]
        if (key === 'getByText' || key === 'getByLabel') given = [nameOf(what, isExact)]
        const found: unknown = Reflect.apply(member, target, given)
        const isPart = typeof found === 'object' && found !== null && 'getByRole' in found
        return isPart ? inPseudoArabic(found) : found
      }
    },
  })
