// By relative path, because a configuration file cannot import TypeScript from a package.
import { contract, type Endpoint } from '../../packages/contract/src/index.ts'

type Addresses = Record<string, Record<string, string>>

/** Screens call no endpoints for other systems: neither these nor signed ones, nor those that the browser opens. */
const { fhir: _, ...ofScreens } = contract

/** Their addresses are loaded with the pages and dialogs that call them (`lib/page-api.ts`). */
const PAGE_MODULES: readonly string[] = [
  'oidc',
  'providers',
  'insights',
  'letterheads',
  'messageTemplates',
  'integrations',
  'backups',
  'dashboard',
  'delegates',
  'patientImport',
  'turnaround',
  'visits',
]

/** Method, path, and idempotency or shown records of every endpoint, typed in `lib/api-addresses.ts`. */
const addressesOf = (isWanted: (module: string) => boolean): Addresses =>
  Object.fromEntries(
    Object.entries(ofScreens)
      .filter(([module]) => isWanted(module))
      .map(([module, endpoints]) => [
        module,
        Object.fromEntries(
          Object.entries<Endpoint>(endpoints)
            .filter(([, { isSigned = false, response }]) => !isSigned && response !== 'redirect')
            .map(([name, { method, path, idempotent = false, shows }]) => [
              name,
              [method, path, idempotent ? 'idempotent' : shows].filter(Boolean).join(' '),
            ]),
        ),
      ]),
  )

/** The `meta` of mutations by module and name. */
const CHANGES = Object.fromEntries(
  Object.entries(ofScreens).flatMap(([module, endpoints]) =>
    Object.entries<Endpoint>(endpoints)
      .filter(([, { changes = [] }]) => changes.length > 0)
      .map(([name, { changes, afterRefusal }]) => [
        `${module}.${name}`,
        { invalidates: changes, afterRefusal },
      ]),
  ),
)

const ENVELOPE = ['success', 'message', 'data']

const WIDE = Object.entries(ofScreens).flatMap(([module, endpoints]) =>
  Object.entries<Endpoint>(endpoints)
    .filter(
      ([, { response }]) =>
        typeof response !== 'string' &&
        Object.keys(response.shape).some((field) => !ENVELOPE.includes(field)),
    )
    .map(([name]) => `${module}.${name}`),
)

/** Build-time constants, so that the landing page does not load the contract's schemas. */
export const apiAddressDefinition = {
  API_ADDRESSES: JSON.stringify(addressesOf((module) => !PAGE_MODULES.includes(module))),
  WIDE_ANSWERS: JSON.stringify(WIDE),
  ENDPOINT_CHANGES: JSON.stringify(CHANGES),
  PAGE_API_ADDRESSES: JSON.stringify(addressesOf((module) => PAGE_MODULES.includes(module))),
}
