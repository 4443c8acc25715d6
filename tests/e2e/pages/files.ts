import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import type { SampleFile } from '../sample-files.ts'
import { FileViewer } from './file-viewer.ts'

const expectFileAt = async (page: Page, address: string, file: SampleFile): Promise<void> => {
  const response = await page.request.get(address)
  expect(response.status()).toBe(200)
  expect(response.headers()['content-type']).toBe(file.mimeType)
  expect((await response.body()).equals(file.buffer), `${file.name} byte for byte`).toBe(true)
}

/** Checks only the request of the new tab, because the browser decides what to do with the file. */
export const expectOpensFileInNewTab = async (link: Locator, file: SampleFile): Promise<void> => {
  const page = link.page()
  const address = new URL((await link.getAttribute('href')) ?? '', page.url()).href
  const place = page.url()
  const popup = page.waitForEvent('popup')
  const answer = page.context().waitForEvent('response', (response) => response.url() === address)
  await link.click()
  expect((await answer).status()).toBe(200)
  await (await popup).close()
  expect(page.url()).toBe(place)
  await expectFileAt(page, address, file)
}

export const expectSaves = async (button: Locator, file: SampleFile, name: string): Promise<void> => {
  const download = button.page().waitForEvent('download')
  await button.click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe(name)
  expect(readFileSync(await saved.path()).equals(file.buffer), `${file.name} byte for byte`).toBe(true)
}

export const expectFileInFrame = async (dialog: Locator, file: SampleFile): Promise<void> => {
  const page = dialog.page()
  const viewer = new FileViewer(page)
  const address = (await viewer.fileAddress()) ?? ''
  if (file.mimeType.startsWith('image/')) {
    await expect
      .poll(() => viewer.picture.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0)
  } else {
    await viewer.expectDrawn(1)
  }
  await expectFileAt(page, new URL(address, page.url()).href, file)
}
