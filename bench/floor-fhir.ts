import { queryableFrom } from '../apps/api/src/platform/database/queryable.ts'
import { findFhirReports } from '../apps/api/src/modules/fhir/records/report-search.repository.ts'

const PAGE = 50
const NO_CRITERIA = {
  ...{ reportIds: [], patientIds: [], lastUpdated: [], date: [], issued: [], statuses: [] },
  codes: [],
  timeZone: 'Asia/Dubai',
}

/** The product's statement for the first page of a search. */
export const fhirSearch = async (labId: number, patientId?: number) => {
  let statement = { text: '', values: [] as readonly unknown[] }
  const database = queryableFrom((text, values) => {
    statement = { text, values }
    return Promise.resolve({ rows: [], fields: [], rowCount: 0 })
  })
  await findFhirReports(
    { labId, referrerId: null, includesSensitive: false },
    database,
    { ...NO_CRITERIA, patientIds: patientId === undefined ? [] : [[patientId]] },
    { limit: PAGE + 1, after: undefined, order: { by: 'changed', isDescending: false } },
  )
  return statement
}
