import { API_BASE } from '@zelab/contract'

export interface ApiAnswer {
  status: number
  headers: Headers
  // The shape depends on the endpoint; a wrong assumption fails the test.
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  body: any
}

export interface CallOptions {
  headers?: Record<string, string>
  signal?: AbortSignal
}

export class ApiClient {
  readonly origin: string
  readonly site: string
  private readonly cookies = new Map<string, string>()

  constructor(origin: string, site = origin) {
    this.origin = origin
    this.site = site
  }

  get(path: string, options?: CallOptions): Promise<ApiAnswer> {
    return this.send('GET', path, undefined, options)
  }

  post(path: string, body?: unknown, options?: CallOptions): Promise<ApiAnswer> {
    return this.send('POST', path, body, options)
  }

  put(path: string, body?: unknown, options?: CallOptions): Promise<ApiAnswer> {
    return this.send('PUT', path, body, options)
  }

  delete(path: string, body?: unknown, options?: CallOptions): Promise<ApiAnswer> {
    return this.send('DELETE', path, body, options)
  }

  async send(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<ApiAnswer> {
    const isForm = body instanceof FormData
    const answer = await this.raw(method, API_BASE + path, {
      ...options,
      headers: {
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : undefined }
  }

  async raw(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(this.origin + path, {
      method,
      redirect: 'manual',
      ...init,
      headers: {
        ...(method !== 'GET' && method !== 'HEAD' && { origin: this.site }),
        ...(this.cookies.size > 0 && { cookie: this.cookieHeader() }),
        ...(init.headers as Record<string, string> | undefined),
      },
    })
    for (const cookie of answer.headers.getSetCookie()) this.keep(cookie)
    return answer
  }

  upload(content: Buffer, fileName: string, part = 'reportFile'): Promise<ApiAnswer> {
    const form = new FormData()
    form.append(part, new Blob([new Uint8Array(content)]), fileName)
    return this.post('/report/uploadReportFile', form)
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  setCookie(name: string, value: string): void {
    this.cookies.set(name, value)
  }

  private keep(header: string) {
    const [pair = '', ...attributes] = header.split(';')
    const [name = '', ...value] = pair.split('=')
    const isCleared = attributes.some((attribute) =>
      /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute),
    )
    if (isCleared) this.cookies.delete(name)
    else this.cookies.set(name, value.join('='))
  }
}

export const sure = (answer: ApiAnswer): ApiAnswer['body']['data'] => {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}
