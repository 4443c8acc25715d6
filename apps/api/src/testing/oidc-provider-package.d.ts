/** Types of the parts that the tests use; the package ships without types. */
declare module 'oidc-provider' {
  import type { RequestListener, IncomingMessage, ServerResponse } from 'node:http'

  interface Context {
    oidc: {
      client: { clientId: string }
      session: { accountId: string }
      provider: Provider
    }
    body: unknown
    status: number
  }
  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): RequestListener
    on(event: string, listener: (context: unknown, error: Error) => void): void
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ params: { max_age?: unknown; prompt?: string } }>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    Grant: new (fields: { accountId: string; clientId: string }) => Grant
    Client: {
      find(id: string): Promise<{ backchannelLogout(sub: string, sid?: string): Promise<void> } | undefined>
    }
  }
  export type { Context }
}
