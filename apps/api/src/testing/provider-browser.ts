import https from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import { API_BASE } from '@zelab/contract'
import type { ApiClient } from './api-client.ts'
import { LOCALHOST_TLS } from './localhost-certificate.ts'

/** Names the person who signs in at a provider of the tests. */
export const PERSON_HEADER = 'x-person'

const MOST_REDIRECTS = 10

interface PageAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

const load = (url: URL, headers: Record<string, string>, form?: URLSearchParams) =>
  new Promise<PageAnswer>((resolve, reject) => {
    const sent = https.request(
      url,
      { method: form ? 'POST' : 'GET', headers, ca: LOCALHOST_TLS.cert, agent: false, family: 4 },
      (answer) => {
        let text = ''
        answer.on('data', (part: Buffer) => (text += part.toString()))
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
        answer.once('error', reject)
      },
    )
    sent.once('error', reject)
    sent.end(form?.toString())
  })

interface StartQuery {
  purpose?: 'sign-in' | 'link' | 'confirm' | 'invitation'
  email?: string
  token?: string
  returnTo?: string
}

const FROM_OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }
const FROM_OTHER_SITE = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }

/**
 * The browser of `person`, with the cookies of `client` for our application and its own ones for providers. Our public
 * address stands for the test app.
 */
export const createProviderBrowser = (client: ApiClient, person: string) => {
  const cookies = new Map<string, string>()

  const at = async (url: URL, form?: URLSearchParams) => {
    const answer = await load(
      url,
      {
        [PERSON_HEADER]: person,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      form,
    )
    for (const header of answer.headers['set-cookie'] ?? []) {
      const [pair = ''] = header.split(';')
      const [name = '', value = ''] = pair.split(/=(.*)/)
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(header)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const isOwn = (url: URL) => url.origin === client.site
  const locationOf = (location: string | null | undefined, base: string | URL, status: number) => {
    if (status < 300 || status > 399 || !location) throw new Error(`No redirect: ${status}`)
    return new URL(location, base)
  }
  /** Redirects at the provider, until one leads to our application. */
  const follow = async (first: URL): Promise<URL> => {
    let url = first
    for (let count = 0; count < MOST_REDIRECTS && !isOwn(url); count++) {
      const { status, headers, text } = await at(url)
      if (status === 200) throw new Error(`A page of the provider: ${text}`)
      url = locationOf(headers.location, url, status)
    }
    return url
  }
  const open = async (path: string, headers: Record<string, string>) => {
    const answer = await client.raw('GET', path, { headers })
    return locationOf(answer.headers.get('location'), client.site, answer.status)
  }

  const browser = {
    client,
    /** @returns the address at the provider, or our own one with a problem */
    start: (id: number, query: StartQuery = {}, headers: Record<string, string> = FROM_OWN_PAGE) =>
      open(
        `${API_BASE}/auth/oidc/${id}/start?${new URLSearchParams({ purpose: 'sign-in', ...query })}`,
        headers,
      ),
    /** @returns the address of our callback */
    follow,
    /** @returns the path where it ends */
    async callback(url: URL): Promise<string> {
      const { pathname, search } = url
      const end = await open(pathname + search, FROM_OTHER_SITE)
      return isOwn(end) ? end.pathname + end.search : end.href
    },
    async go(id: number, query?: StartQuery): Promise<string> {
      const first = await browser.start(id, query)
      return isOwn(first) ? first.pathname + first.search : browser.callback(await follow(first))
    },
    /** Opens the end address of a logout, and agrees. */
    async endSession(endAt: string): Promise<void> {
      const { text } = await at(new URL(endAt))
      const form = new URLSearchParams({
        xsrf: /name="xsrf" value="(\w+)"/.exec(text)?.[1] ?? '',
        logout: 'yes',
      })
      await at(new URL(/action="([^"]+)"/.exec(text)?.[1] ?? ''), form)
    },
  }
  return browser
}
