import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

export class FileViewer {
  readonly dialog: Locator
  readonly frame: Locator
  readonly content: FrameLocator
  readonly scroller: Locator
  readonly picture: Locator
  readonly percent: Locator
  readonly pageField: Locator
  readonly problem: Locator
  /** An image of the first page, which covers the frame until the file is rendered. */
  readonly firstPage: Locator

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog')
    this.frame = this.dialog.locator('iframe')
    this.content = this.dialog.frameLocator('iframe')
    this.scroller = this.content.getByRole('group', { name: 'File content' })
    this.picture = this.content.getByRole('img', { name: 'The report as a picture' })
    this.percent = this.content.locator('output')
    this.pageField = this.content.getByLabel('Page number')
    this.problem = this.content.getByRole('alert')
    this.firstPage = this.dialog.locator('img')
  }

  button(name: string): Locator {
    return this.content.getByRole('button', { name, exact: true })
  }

  /** The address is set only after the image of the first page is shown. */
  async fileAddress(): Promise<string | null> {
    await expect(this.frame).toHaveAttribute('src', /#/)
    const src = (await this.frame.getAttribute('src')) ?? ''
    return new URLSearchParams(src.slice(src.indexOf('#') + 1)).get('file')
  }

  /** A page of a PDF. The element always exists, but is rendered only near the viewport. */
  page(number: number): Locator {
    return this.content.getByRole('region', { name: `Page ${number}`, exact: true })
  }

  async expectDrawn(number: number): Promise<void> {
    await expect(this.page(number)).toHaveAttribute('data-loaded', 'true')
    await expect(this.page(number).locator('canvas').first()).toBeVisible()
  }

  scrolled(): Promise<{ top: number; left: number; end: number }> {
    return this.scroller.evaluate((box) => ({
      top: box.scrollTop,
      left: box.scrollLeft,
      end: box.scrollHeight - box.clientHeight,
    }))
  }

  async zoom(): Promise<number> {
    return Number.parseInt((await this.percent.textContent()) ?? '', 10)
  }
}
