import type { Page, Request, Route } from '@playwright/test'
import { API_BASE, type Endpoint, type RefusalCode } from '@zelab/contract'
import type { PageWatch } from './page-watch.ts'

const addressOf = ({ path }: Endpoint) =>
  new RegExp(`^https?://[^/]+${API_BASE}${path.replaceAll(/:\w+/g, '[^/?]+')}(\\?.*)?$`)

/** Observes a page's calls to single endpoints, and makes them fail or wait. */
export class CallControl {
  private readonly page: Page
  private readonly watch: PageWatch

  constructor(page: Page, watch: PageWatch) {
    this.page = page
    this.watch = watch
  }

  /** Calls from now on; the list grows with them. */
  seen(endpoint: Endpoint): Request[] {
    const address = addressOf(endpoint)
    const requests: Request[] = []
    this.page.on('request', (request) => {
      if (request.method() === endpoint.method && address.test(request.url())) requests.push(request)
    })
    return requests
  }

  async refuse(endpoint: Endpoint, status: number, message: string, code?: RefusalCode): Promise<void> {
    this.watch.allowHttp(status, addressOf(endpoint))
    await this.handle(endpoint, (route) => route.fulfill({ status, json: { success: false, code, message } }))
  }

  /** For responses that no real data produces. */
  async answer(endpoint: Endpoint, json: unknown): Promise<void> {
    await this.handle(endpoint, (route) => route.fulfill({ json }))
  }

  async cut(endpoint: Endpoint): Promise<void> {
    this.watch.allowProblem(addressText(endpoint))
    await this.handle(endpoint, (route) => route.abort('connectionfailed'))
  }

  /** Delays calls until the returned function is called. */
  async hold(endpoint: Endpoint): Promise<() => void> {
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    await this.handle(endpoint, async (route) => {
      await gate
      await route.fallback()
    })
    return release
  }

  async restore(): Promise<void> {
    await this.page.unrouteAll({ behavior: 'wait' })
  }

  private async handle(endpoint: Endpoint, answer: (route: Route) => Promise<void>) {
    await this.page.route(addressOf(endpoint), (route) =>
      route.request().method() === endpoint.method ? answer(route) : route.fallback(),
    )
  }
}

const addressText = ({ path }: Endpoint) => new RegExp(`${API_BASE}${path.replaceAll(/:\w+/g, '[^/?]+')}`)
