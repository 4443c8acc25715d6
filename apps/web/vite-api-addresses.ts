// By its path: a configuration file cannot load TypeScript from a package.
import { contract } from '../../packages/contract/src/index.ts'

type Addresses = Record<string, Record<string, string>>

/** Method and path of every endpoint, and whether it is idempotent: what `lib/api-addresses.ts` types. */
const addresses: Addresses = Object.fromEntries(
  Object.entries(contract).map(([module, endpoints]) => [
    module,
    Object.fromEntries(
      Object.entries(endpoints).map(([name, { method, path, ...rest }]) => [
        name,
        `${method} ${path}${'idempotent' in rest ? ' idempotent' : ''}`,
      ]),
    ),
  ]),
)

/** A constant, so that the landing page need not load the contract's validation schemas. */
export const apiAddressDefinition = { API_ADDRESSES: JSON.stringify(addresses) }
