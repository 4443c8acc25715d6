import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { replaceReportTypes, setLabs } from './app-data-store.ts'
import { labsQuery, reportTypesQuery } from './queries/lookups.ts'
import { isSetUpFirst, useSessionStore } from './session-store.ts'

/** Fetches lookups after sign-in (section 7). Errors are not shown; callers may read the flags. */
export const useLookups = (): { isReportTypesError: boolean; isLabsError: boolean } => {
  // The server refuses all other requests until a required second factor is set up.
  const enabled = !useSessionStore(isSetUpFirst)
  const reportTypes = useQuery({ ...reportTypesQuery(), enabled })
  const labs = useQuery({ ...labsQuery(), enabled })
  useEffect(() => {
    if (reportTypes.data) replaceReportTypes(reportTypes.data)
  }, [reportTypes.data])
  useEffect(() => {
    if (labs.data) setLabs(labs.data)
  }, [labs.data])
  return { isReportTypesError: reportTypes.isError, isLabsError: labs.isError }
}
