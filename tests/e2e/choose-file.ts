import type { Locator, Page } from '@playwright/test'
import type { SampleFile } from './sample-files.ts'

/** Not a picture, which only its first bytes tell. */
export const textAs = (name: string): SampleFile => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from('no picture'),
})

/** Picks a file by the button that opens the browser's dialog. */
export const chooseFile = async (page: Page, button: Locator, file: SampleFile): Promise<void> => {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()])
  await chooser.setFiles(file)
}
