import { contract, type Endpoint } from '@zelab/contract'

export const endpoints: [string, Endpoint][] = Object.entries(contract).flatMap(([module, group]) =>
  Object.entries(group).map(([name, endpoint]) => [`${module}.${name}`, endpoint] as [string, Endpoint]),
)
