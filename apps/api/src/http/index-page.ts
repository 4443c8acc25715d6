import { PRODUCT_NAME } from '@zelab/contract'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PageSettings } from '../core/page-settings.ts'
import { escapeHtml } from '../platform/html.ts'
import { createPagePreloads } from './page-preloads.ts'

export const INDEX = 'index.html'

/** The title, the description and the note without JavaScript begin with the name as it was built. */
const NAMES = new RegExp(`(<title>|<noscript>|content=")${PRODUCT_NAME}\\b`, 'g')

/** The built page with the installation's own name in it: no request, no flash of another name. */
export const fillInPage = (page: string, settings: PageSettings): string => {
  const name = escapeHtml(settings.productName)
  const meta = `<meta name="zelab-brand" content="${escapeHtml(JSON.stringify(settings))}" />`
  return page
    .replace(NAMES, (_, before: string) => before + name)
    .replace('<title>', (title) => `${meta}\n    ${title}`)
}

/** Gives the page to send for an address, with the settings as they were last known when they cannot be read. */
export const createIndexPage = async (webRoot: string, readSettings: () => Promise<PageSettings>) => {
  const built = await readFile(path.join(webRoot, INDEX), 'utf8')
  const preloadsOf = await createPagePreloads(webRoot)
  let lastKnown: PageSettings | undefined
  return async (address: string): Promise<string> => {
    // Without its database the service still shows the application, which then says what is wrong.
    lastKnown = await readSettings().catch(() => lastKnown)
    const page = built.replace('</head>', () => `  ${preloadsOf(address)}\n  </head>`)
    return lastKnown ? fillInPage(page, lastKnown) : page
  }
}
