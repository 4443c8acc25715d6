// By relative path, because a configuration file cannot import TypeScript from a package.
import { contract } from '../../packages/contract/src/index.ts'

type Addresses = Record<string, Record<string, string>>

/** Screens call no endpoints for other systems: neither these nor signed ones. */
const { fhir: _, ...ofScreens } = contract

/** Method, path and idempotency of every endpoint, typed in `lib/api-addresses.ts`. */
const addresses: Addresses = Object.fromEntries(
  Object.entries(ofScreens).map(([module, endpoints]) => [
    module,
    Object.fromEntries(
      Object.entries(endpoints)
        .filter(([, endpoint]) => !('isSigned' in endpoint))
        .map(([name, { method, path, ...rest }]) => [
          name,
          `${method} ${path}${'idempotent' in rest ? ' idempotent' : ''}`,
        ]),
    ),
  ]),
)

/** A build-time constant, so that the landing page does not load the contract's schemas. */
export const apiAddressDefinition = { API_ADDRESSES: JSON.stringify(addresses) }
