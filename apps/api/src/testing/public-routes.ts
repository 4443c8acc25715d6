import { expect } from 'vitest'
import type { LinkClient } from './link-client.ts'
import type { Checker, VerificationApp } from './verification.ts'

/** Methods and paths of a printed route tree. */
const routesOf = (tree: string): string[] => {
  const parts: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (part === '') return []
    parts.splice(indent.length / 4, Infinity, part)
    return (methods?.split(', ') ?? []).map((method) => `${method} ${parts.join('')}`)
  })
}

/** Pages for patients and visitors, such as `GET /v/:code`. */
export const publicRoutesOf = (tree: string): string[] =>
  routesOf(tree).filter((route) => /^(GET|POST) /.test(route) && !/ \/(api\/|fhir\/|sign-in)|\*/.test(route))

export interface Visitor {
  link?: LinkClient
  checker?: Checker
  code: string
  pass: string
}

export const bytesOf = async (response: Response): Promise<Buffer> =>
  Buffer.from(await response.arrayBuffer())

/**
 * What a visitor sees on pages, such as `GET /r/:token: text`.
 * @param foundIn names what a response shows; a `link` may be shown
 */
export const visitPages = async (
  suite: VerificationApp,
  { link, checker, code, pass, reportId }: Visitor & { reportId: number },
  routes: string[],
  foundIn: (response: Buffer) => string[],
): Promise<string[]> => {
  const values: Record<string, string> = { token: link?.token ?? '', code, reportId: String(reportId) }
  const found = new Set<string>()
  // Closing ends the session that other routes need.
  for (const route of routes.toSorted((one, other) => +one.endsWith('/close') - +other.endsWith('/close'))) {
    const [method = '', path = ''] = route.split(' ')
    if (path.includes(':token') ? !link : path.includes(':code') && !checker) continue
    const address = path.replace(/:(\w+)/g, (_, name: string) => {
      if (name === 'labId') return String(suite.lab.id)
      expect(values, `A value for ${route}`).toHaveProperty(name)
      return values[name] ?? ''
    })
    await suite.forgetLimits()
    if (method === 'POST') {
      const dateOfBirth = { day: '1', month: '5', year: '1990' }
      const answer = link
        ? await link.post(address.slice(link.address().length), { ...dateOfBirth, code: '123456' })
        : await checker?.enterPass(code, pass)
      for (const what of foundIn(Buffer.from(answer?.html ?? ''))) found.add(`${route}: ${what}`)
      continue
    }
    const response = await (link ?? checker)?.client.raw(method, address)
    if (response) for (const what of foundIn(await bytesOf(response))) found.add(`${route}: ${what}`)
  }
  return [...found].filter((one) => !one.endsWith(': link')).toSorted()
}
