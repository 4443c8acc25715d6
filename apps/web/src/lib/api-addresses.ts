import type { contract } from '@zelab/contract'

type Contract = Omit<typeof contract, 'fhir'>

type ApiAddresses = {
  readonly [Module in keyof Contract]: {
    readonly [Name in keyof Contract[Module]]: Contract[Module][Name] extends {
      method: infer Method extends string
      path: infer Path extends string
      isSigned?: never
    }
      ? Contract[Module][Name] extends { idempotent: true }
        ? `${Method} ${Path} idempotent`
        : `${Method} ${Path}`
      : never
  }
}

/** Replaced by Vite (`vite-api-addresses.ts`). */
declare const API_ADDRESSES: ApiAddresses

/** Method, path and idempotency of every endpoint, from the contract. */
export const apiAddresses = API_ADDRESSES
