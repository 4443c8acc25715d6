/**
 * `npm run screenshots [name]`: screenshots of all screens with demo data, or of those whose name begins with `name`,
 * at three widths, light and dark, into `test-results/screens`. Without a name, also those of `docs/screens`, the user
 * guide and the landing page, which are committed; `-- --committed` takes only these.
 */
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { readArgumentsOrExit } from '../../../apps/api/src/cli/run-command.ts'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { BROWSER_ARGUMENTS, findBrowser } from '../browser.ts'
import { startProduct } from '../product-server.ts'
import { Camera, type Look } from './camera.ts'
import { newestRecords } from './demo-records.ts'
import { guidePictures } from './guide-pictures.ts'
import { landingPictures } from './landing-pictures.ts'
import { publicScreensOf, screensOf } from './screens.ts'
import { statesOf } from './states.ts'

const folderAt = (address: string) => fileURLToPath(new URL(`../../../${address}`, import.meta.url))
const SCREENS = folderAt('docs/screens')
const ALL_SCREENS = folderAt('test-results/screens')
const GUIDE = folderAt('docs/guide/pictures')
const LANDING = folderAt('apps/web/src/features/landing/pictures')

const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]
const LOOKS: readonly Look[] = WIDTHS.flatMap((size) => [
  { ...size, colorScheme: 'light' as const },
  { ...size, colorScheme: 'dark' as const },
])
/** One per screen and common width, to keep the repository's history small. */
const COMMITTED = ['1440-light', '390-dark']
const nameOf = ({ width, colorScheme }: Look) => `${width}-${colorScheme}`

const USAGE = `npm run screenshots                  all screens
npm run screenshots <name>           the screens whose name begins with it
npm run screenshots -- --committed   only the screens that are committed`

const { positionals, values } = readArgumentsOrExit(
  { committed: { type: 'boolean', default: false } },
  USAGE,
  { positionals: 1 },
)
const [only = ''] = positionals

const server = await startProduct('screenshots', { DEMO: '1' })
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_ARGUMENTS })
const camera = new Camera(browser, server.url)
try {
  const records = await newestRecords(server.url)
  if (!only) for (const folder of [SCREENS, GUIDE]) rmSync(folder, { recursive: true, force: true })
  for (const folder of [SCREENS, ALL_SCREENS, GUIDE, LANDING]) mkdirSync(folder, { recursive: true })

  const screens = [...screensOf(records), ...publicScreensOf(records), ...(only ? statesOf(records) : [])]
  for (const screen of screens.filter(({ name }) => name.startsWith(only))) {
    for (const look of LOOKS) {
      const isCommitted = !only && COMMITTED.includes(nameOf(look))
      if (values.committed && !isCommitted) continue
      await camera.take(screen, look, {
        file: path.join(isCommitted ? SCREENS : ALL_SCREENS, `${screen.name}-${nameOf(look)}.webp`),
        isWholePage: true,
        quality: 50,
      })
    }
    console.log(screen.name)
  }
  for (const { folder, type, quality, pictures } of [
    { folder: GUIDE, type: 'jpg', quality: 80, pictures: guidePictures(records) },
    { folder: LANDING, type: 'webp', quality: 60, pictures: landingPictures(records) },
  ])
    for (const { screen, look } of pictures.filter(({ screen: { name } }) => name.startsWith(only))) {
      await camera.take(screen, look, {
        file: path.join(folder, `${screen.name}.${type}`),
        isWholePage: false,
        quality,
      })
      console.log(screen.name)
    }
} finally {
  await camera.close()
  await browser.close()
  await server.stop()
}
