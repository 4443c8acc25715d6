import type { ProviderPurpose } from '@zelab/contract'
import { urlOf } from '../../lib/api-client.ts'

interface Start {
  purpose: ProviderPurpose
  /** Of an invitation. */
  token?: string
  /** Typed by the person. */
  email?: string | undefined
  /** A path of the application. */
  returnTo?: string | undefined
}

/** The browser opens it, and is sent to the provider. */
export const startAddress = (id: number, query: Start): string =>
  urlOf('GET /auth/oidc/:id/start', { params: { id }, query: { ...query } })
