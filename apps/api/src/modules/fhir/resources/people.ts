import { notFound } from '../../../core/app-error.ts'
import { organizationResource, practitionerResource } from '../../../core/fhir/fhir-resources.ts'
import { numberIn, numbersIn, versionOf } from '../records/fhir-mapping.ts'
import { findLabOfReach, findPractitioner } from '../records/people.repository.ts'
import { PARAMETERS } from '../search/search-parameters.ts'
import { defineSearch, type Declaration } from './fhir-resource.ts'

const { _id, _lastUpdated, name } = PARAMETERS

/** The lab of the client. */
export const organization: Declaration<'Organization'> = {
  always: [],
  summary: ['name'],
  async read({ database }, client, id) {
    const lab = numberIn(id, 'lab-') === client.labId ? await findLabOfReach(client, database) : undefined
    if (!lab) throw notFound()
    return organizationResource(lab, versionOf(lab))
  },
  search: defineSearch({
    what: 'labs',
    rules: { parameters: { _id, _lastUpdated, name } },
    async sourceOf({ database, timeZone }, client, { ids, names, lastUpdated }) {
      const isNamed = ids.every((some) => numbersIn(some, 'lab-').includes(client.labId))
      const criteria = { names, lastUpdated, timeZone: await timeZone() }
      return {
        find: async ({ after }) => {
          const lab = isNamed && !after ? await findLabOfReach(client, database, criteria) : undefined
          if (!lab) return []
          const position = { sortedAt: lab.changedAt, id: lab.id, version: 0 }
          return [{ resource: organizationResource(lab, versionOf(lab)), position, isWhole: true }]
        },
        findEnd: async () => undefined,
        patientIds: [],
      }
    },
  }),
}

/** A user who published or released a report in reach. */
export const practitioner: Declaration<'Practitioner'> = {
  always: [],
  summary: ['name'],
  async read({ database }, client, id) {
    const number = numberIn(id, 'user-')
    const user = number === undefined ? undefined : await findPractitioner(client, database, number)
    if (!user) throw notFound()
    return practitionerResource(user, versionOf(user))
  },
}
