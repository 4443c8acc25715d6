import { PRODUCT_NAME } from '@zelab/contract'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PageSettings } from '../core/page-settings.ts'
import { escapeHtml } from '../platform/html.ts'
import { createPagePreloads } from './page-preloads.ts'

export const INDEX = 'index.html'

/** The title, the description and the noscript text begin with the built-in name. */
const NAMES = new RegExp(`(<title>|<noscript>|content=")${PRODUCT_NAME}\\b`, 'g')

/** Inserts the installation's name into the built page, which avoids a request and a flash of another name. */
export const fillInPage = (page: string, settings: PageSettings): string => {
  const name = escapeHtml(settings.productName)
  const meta = `<meta name="zelab-brand" content="${escapeHtml(JSON.stringify(settings))}" />`
  return page
    .replace(NAMES, (_, before: string) => before + name)
    .replace('<title>', (title) => `${meta}\n    ${title}`)
}

/** Renders the page for an address; uses the last known settings when they cannot be read. */
export const createIndexPage = async (webRoot: string, readSettings: () => Promise<PageSettings>) => {
  const built = await readFile(path.join(webRoot, INDEX), 'utf8')
  const preloadsOf = await createPagePreloads(webRoot)
  let lastKnown: PageSettings | undefined
  return async (address: string): Promise<string> => {
    // Without a database the app still loads and explains the problem.
    lastKnown = await readSettings().catch(() => lastKnown)
    const page = built.replace('</head>', () => `  ${preloadsOf(address)}\n  </head>`)
    return lastKnown ? fillInPage(page, lastKnown) : page
  }
}
