import type { Locator, Page } from '@playwright/test'
import type { SampleFile } from './sample-files.ts'

export const textAs = (name: string): SampleFile => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from('no picture'),
})

export const chooseFile = async (page: Page, button: Locator, file: SampleFile): Promise<void> => {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()])
  await chooser.setFiles(file)
}
