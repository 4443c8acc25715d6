import type { contract, Endpoint } from '@zelab/contract'

/** Called by single pages and dialogs (`page-api.ts`, `vite-api-addresses.ts`). */
export type PageModule =
  | 'oidc'
  | 'providers'
  | 'insights'
  | 'letterheads'
  | 'messageTemplates'
  | 'integrations'
  | 'backups'
  | 'dashboard'
  | 'delegates'
  | 'patientImport'
  | 'turnaround'
  | 'visits'

export type Contract = Omit<typeof contract, 'fhir'>

export type ApiAddresses = {
  readonly [Module in keyof Contract]: {
    readonly [Name in keyof Contract[Module]]: Contract[Module][Name] extends {
      method: infer Method extends string
      path: infer Path extends string
      isSigned?: never
      response: Exclude<Endpoint['response'], 'redirect'>
    }
      ? Contract[Module][Name] extends { idempotent: true }
        ? `${Method} ${Path} idempotent`
        : Contract[Module][Name] extends { shows: infer Kind extends string }
          ? `${Method} ${Path} ${Kind}`
          : `${Method} ${Path}`
      : never
  }
}

/** Replaced by Vite (`vite-api-addresses.ts`). */
declare const API_ADDRESSES: Omit<ApiAddresses, PageModule>

/** Method, path, and idempotency or shown records of the endpoints, from the contract. */
export const apiAddresses = API_ADDRESSES
