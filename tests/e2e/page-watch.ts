import { expect, type BrowserContext, type Request } from '@playwright/test'
import { API_BASE } from '@zelab/contract'

interface SeenResponse {
  method: string
  status: number
  url: string
}

interface Allowance {
  status: number
  address: string | RegExp
}

// A canceled request: the page navigated, or the response became a download.
const CANCELLED = 'net::ERR_ABORTED'
// Chromium's console line for a failed request, which the response check already covers.
const RESOURCE_LINE = 'Failed to load resource'

const matches = (address: string | RegExp, url: string) =>
  typeof address === 'string' ? url.includes(address) : address.test(url)

/** Console errors, uncaught errors and failed requests fail the test, unless it allows them before its end. */
export class PageWatch {
  private readonly problems: { kind: 'console' | 'network' | 'error'; text: string }[] = []
  private readonly refusals: SeenResponse[] = []
  // At its start, the application calls this endpoint to find out whether there is a session.
  private readonly allowed: Allowance[] = [{ status: 401, address: `${API_BASE}/auth/refresh-token` }]
  private readonly allowedTexts: (string | RegExp)[] = []

  watch(context: BrowserContext): void {
    context.on('weberror', (webError) => this.add('error', String(webError.error().stack)))
    context.on('console', (message) => {
      if (message.type() !== 'error' || message.text().startsWith(RESOURCE_LINE)) return
      this.add('console', message.text())
    })
    context.on('requestfailed', (request) => this.noteFailure(request))
    context.on('response', (response) => {
      if (response.status() < 400) return
      this.refusals.push({
        method: response.request().method(),
        status: response.status(),
        url: response.url(),
      })
    })
  }

  allowHttp(status: number, address: string | RegExp = /./): void {
    this.allowed.push({ status, address })
  }

  allowProblem(text: string | RegExp): void {
    this.allowedTexts.push(text)
  }

  verify(): void {
    const refusals = this.refusals
      .filter(
        ({ status, url }) => !this.allowed.some((one) => one.status === status && matches(one.address, url)),
      )
      .map(({ method, status, url }) => `answer: ${method} ${url} ${status}`)
    const problems = this.problems
      .map(({ kind, text }) => `${kind}: ${text}`)
      .filter((line) => !this.allowedTexts.some((text) => matches(text, line)))
    expect([...problems, ...refusals], 'what went wrong in the browser unnoticed').toEqual([])
  }

  private noteFailure(request: Request) {
    const reason = request.failure()?.errorText ?? 'unknown reason'
    if (reason !== CANCELLED) this.add('network', `${request.method()} ${request.url()} ${reason}`)
  }

  private add(kind: 'console' | 'network' | 'error', text: string) {
    this.problems.push({ kind, text })
  }
}
