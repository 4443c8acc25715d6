import { contract, type Access, type ClientScope, type Endpoint, type Envelope } from '@zelab/contract'

export type StaffEndpoint = Endpoint & { access: Exclude<Access, ClientScope>; response: Envelope | 'file' }

const all: [string, Endpoint][] = Object.entries(contract).flatMap(([module, group]) =>
  Object.entries(group).map(([name, endpoint]) => [`${module}.${name}`, endpoint] as [string, Endpoint]),
)

const isOfStaff = (named: [string, Endpoint]): named is [string, StaffEndpoint] => named[1].base === undefined

/** Endpoints for staff and visitors, below `/api/v1`. */
export const endpoints = all.filter(isOfStaff)
/** Endpoints for connected systems, below `/fhir`. */
export const clientEndpoints = all.filter((named) => !isOfStaff(named))
