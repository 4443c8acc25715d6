import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** The viewer in the frame of a report's dialog. */
export class FileViewer {
  readonly dialog: Locator
  readonly frame: Locator
  readonly content: FrameLocator
  /** What scrolls. */
  readonly scroller: Locator
  readonly picture: Locator
  readonly percent: Locator
  readonly pageField: Locator
  readonly problem: Locator
  /** An image of it, which covers the frame until the file is drawn. */
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

  /** The address of the file that the viewer is told to show; it is not loaded before the image of the first page. */
  async fileAddress(): Promise<string | null> {
    await expect(this.frame).toHaveAttribute('src', /#/)
    const src = (await this.frame.getAttribute('src')) ?? ''
    return new URLSearchParams(src.slice(src.indexOf('#') + 1)).get('file')
  }

  /** One page of a PDF; there from the beginning, drawn only when it comes near the window. */
  page(number: number): Locator {
    return this.content.getByRole('region', { name: `Page ${number}`, exact: true })
  }

  async expectDrawn(number: number): Promise<void> {
    await expect(this.page(number)).toHaveAttribute('data-loaded', 'true')
    // Drawing and words come one after the other.
    await expect(this.page(number).locator('canvas').first()).toBeVisible()
  }

  /** Where it has been scrolled to. */
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
