import { notFound } from '../../../core/app-error.ts'
import type { ClientCaller } from '../../../core/caller.ts'
import { numberIn, numbersIn } from '../records/fhir-mapping.ts'
import { findNamedPatients, NAMED_MAX } from '../records/named-patients.repository.ts'
import {
  findEndOfPatients,
  findFhirPatients,
  type PatientCriteria,
} from '../records/patient-search.repository.ts'
import { malformed } from '../search/parameter-values.ts'
import { BY_CHANGE } from '../search/result-parameters.ts'
import { PARAMETERS, type CriteriaOf } from '../search/search-parameters.ts'
import { defineSearch, type Declaration, type FhirContext } from './fhir-resource.ts'

/** An index finds three letters. */
const NAME_LETTERS = 3

const { _id, _lastUpdated, identifier, name, birthdate } = PARAMETERS
const parameters = { _id, _lastUpdated, identifier, name, birthdate }

/** At most one more than the ids of a page of reports. */
export const findPatientsById = async (
  { database, mapping }: FhirContext,
  client: ClientCaller,
  ids: number[],
  limit: number,
) => {
  const criteria = { ids: [ids], identifiers: [], lastUpdated: [], timeZone: 'UTC' }
  const page = { limit, after: undefined, order: BY_CHANGE }
  const rows = await findFhirPatients(client, database, criteria, page)
  return rows.map(mapping.toPatient)
}

/** Ids of patients by name and birth date; undefined if neither is searched. */
const namedPatients = async (
  { database }: FhirContext,
  { labId }: ClientCaller,
  { names, births, ids, identifiers }: CriteriaOf<typeof parameters>,
): Promise<number[] | undefined> => {
  if (names.length + births.length === 0) return undefined
  const isShort = names.flat().some((text) => Array.from(text).length < NAME_LETTERS)
  if (isShort && births.length + ids.length + identifiers.length === 0)
    throw malformed('name', `at least ${NAME_LETTERS} letters are expected`)
  const found = await findNamedPatients(labId, database, { names, births })
  if (found === undefined || found.length > NAMED_MAX)
    throw malformed(
      names.length > 0 ? 'name' : 'birthdate',
      `more than ${NAMED_MAX} patients; add name, birthdate or identifier`,
    )
  return found
}

export const patient: Declaration<'Patient'> = {
  always: ['active', 'link'],
  summary: [
    ...(['identifier', 'active', 'name', 'telecom', 'gender', 'birthDate', 'address'] as const),
    ...(['managingOrganization', 'link'] as const),
  ],
  async read(context, client, id) {
    const number = numberIn(id, 'patient-')
    if (number === undefined) throw notFound()
    const [found] = await findPatientsById(context, client, [number], 1)
    if (!found) throw notFound()
    context.activity.recordClientRead(client, {
      object: { type: 'patient', id: number },
      summary: `Read patient ZL-${number}`,
    })
    return found
  },
  search: defineSearch({
    what: 'patients',
    rules: { parameters },
    async sourceOf(context, client, searched, wanted) {
      const { database, timeZone, mapping } = context
      const named = await namedPatients(context, client, searched)
      const criteria: PatientCriteria = {
        ids: [...searched.ids.map((ids) => numbersIn(ids, 'patient-')), ...(named ? [named] : [])],
        identifiers: searched.identifiers,
        lastUpdated: searched.lastUpdated,
        timeZone: await timeZone(),
      }
      const isNamed = criteria.ids.length + criteria.identifiers.length > 0
      if (wanted && client.referrerId !== null && !isNamed)
        throw malformed('_sort', 'name, birthdate, identifier or _id is needed')
      const order = wanted ?? BY_CHANGE
      return {
        find: async (page) => {
          const rows = await findFhirPatients(client, database, criteria, { ...page, order })
          return rows.map((row) => ({
            resource: mapping.toPatient(row),
            position: { sortedAt: row.changedAt, id: row.id, version: 0 },
            isWhole: false,
          }))
        },
        findEnd: (after) => findEndOfPatients(client, database, criteria, { after, order }),
        patientIds: [],
      }
    },
  }),
}
