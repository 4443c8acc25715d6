import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { replaceReportTypes, setLabs } from './app-data-store.ts'
import { labsQuery } from './queries/labs.ts'
import { reportTypesQuery } from './queries/report-types.ts'
import { useSessionStore } from './session-store.ts'

/**
 * Fetches report types and labs once a user is signed in and copies them into shared state (section 7).
 * A failure takes no visible action; callers may read the flags.
 */
export const useLookups = (): { isReportTypesError: boolean; isLabsError: boolean } => {
  // Before a required second factor is set up the server answers nothing else.
  const enabled = useSessionStore(({ session }) => session?.secondFactor !== 'required')
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
