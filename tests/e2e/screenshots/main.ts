/**
 * `npm run screenshots [name]`: pictures of the product with the demo's data, of everything or of the screens whose
 * name begins so. Every screen at three widths, light and dark, into `docs/screens`: looked at before a screen counts
 * as done, and shown in the README. Then the pictures of the user guide, and those of the landing page.
 */
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
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

const [only = ''] = process.argv.slice(2)
const server = await startProduct('screenshots', { DEMO: '1' })
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_ARGUMENTS })
const camera = new Camera(browser, server.url)
try {
  const records = await newestRecords(server.url)
  if (!only) for (const folder of [SCREENS, GUIDE]) rmSync(folder, { recursive: true, force: true })
  for (const folder of [SCREENS, GUIDE, LANDING]) mkdirSync(folder, { recursive: true })

  const screens = [...screensOf(records), ...publicScreensOf(records), ...(only ? statesOf(records) : [])]
  for (const screen of screens.filter(({ name }) => name.startsWith(only))) {
    for (const look of LOOKS)
      await camera.take(screen, look, {
        file: path.join(SCREENS, `${screen.name}-${look.width}-${look.colorScheme}.webp`),
        isWholePage: true,
        quality: 65,
      })
    console.log(screen.name)
  }
  for (const { folder, pictures } of [
    { folder: GUIDE, pictures: guidePictures(records) },
    { folder: LANDING, pictures: landingPictures(records) },
  ])
    for (const { screen, look } of pictures.filter(({ screen: { name } }) => name.startsWith(only))) {
      await camera.take(screen, look, {
        file: path.join(folder, `${screen.name}.jpg`),
        isWholePage: false,
        quality: 80,
      })
      console.log(screen.name)
    }
} finally {
  await camera.close()
  await browser.close()
  await server.stop()
}
