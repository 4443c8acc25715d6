import { request, type APIRequestContext, type APIResponse } from '@playwright/test'
import {
  API_BASE,
  contract,
  REPORT_FILE_PART,
  type Answer,
  type CallInput,
  type Endpoint,
  type UploadedFile,
} from '@zelab/contract'
import { randomUUID } from 'node:crypto'
import type { SampleFile } from './sample-files.ts'

interface Parts {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

const addressOf = (endpoint: Endpoint, { params = {}, query = {} }: Parts) => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `${API_BASE}${path}${search && `?${search}`}`
}

/** Calls the API like a browser on the product's pages, with a separate session. */
export class ApiClient {
  private readonly context: APIRequestContext

  private constructor(context: APIRequestContext) {
    this.context = context
  }

  static async open(origin: string): Promise<ApiClient> {
    // The server accepts writes only from the product's origin.
    return new ApiClient(await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } }))
  }

  send<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<APIResponse> {
    const parts = input as Parts
    return this.context.fetch(addressOf(endpoint, parts), { method: endpoint.method, data: parts.body })
  }

  async call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Answer<E>> {
    const response = await this.send(endpoint, input)
    if (!response.ok())
      throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status()} ${await response.text()}`)
    return (await response.json()) as Answer<E>
  }

  async signIn(credentials: { email: string; password: string }): Promise<this> {
    const { email, password } = credentials
    await this.call(contract.auth.login, { body: { email, password } })
    return this
  }

  sendFile(file: SampleFile): Promise<APIResponse> {
    const { path, method } = contract.reports.uploadFile
    return this.context.fetch(API_BASE + path, { method, multipart: { [REPORT_FILE_PART]: { ...file } } })
  }

  async uploadFile(file: SampleFile): Promise<UploadedFile> {
    const response = await this.sendFile(file)
    if (!response.ok()) throw new Error(`upload: ${response.status()} ${await response.text()}`)
    return ((await response.json()) as { data: UploadedFile }).data
  }

  async uploadInboxFile(file: SampleFile): Promise<void> {
    const { path, method } = contract.inbox.upload
    const response = await this.context.fetch(`${API_BASE}${path}?key=${randomUUID()}`, {
      method,
      multipart: { [REPORT_FILE_PART]: { ...file } },
    })
    if (!response.ok()) throw new Error(`inbox: ${response.status()} ${await response.text()}`)
  }

  get(address: string): Promise<APIResponse> {
    return this.context.get(address)
  }

  async close(): Promise<void> {
    await this.context.dispose()
  }
}
