import { useQueryClient } from '@tanstack/react-query'
import type { ShownReport, Visit } from '@zelab/contract'
import { useEffect, useRef, useState } from 'react'
import { FileDialog } from '../../entities/report/file-dialog.tsx'
import { api } from '../../lib/api-client.ts'
import { isNotFound } from '../../lib/api-error.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { Hint } from '../../ui/display/inline.tsx'
import { toastError, toastProblem } from '../../ui/feedback/toasts.ts'
import * as texts from './texts.ts'

/** One document; more are printed from their pages. */
const REPORTS_MAX = 20

interface Printable {
  reports: ShownReport[]
  /** Titles of reports that are suspended, were withdrawn or moved meanwhile, or are beyond the limit. */
  leftOut: string[]
}

/** Reads the current version of each report, because the list of visits may show an earlier one. */
const useCurrentReports = () => {
  const queries = useQueryClient()
  return async ({ patientId, reports }: Visit): Promise<Printable> => {
    const found: Printable = { reports: [], leftOut: [] }
    for (const { id, title, marks } of reports) {
      if (marks.includes('suspended') || found.reports.length >= REPORTS_MAX) {
        found.leftOut.push(title)
        continue
      }
      const report = await queries
        .fetchQuery({ ...endpointQuery(api.reports.getById, { params: { reportId: id } }), staleTime: 0 })
        .catch((error: unknown) => {
          if (isNotFound(error)) return undefined
          throw error
        })
      const isPrintable = report?.patient.id === patientId && !report.suspension && !report.withdrawal
      if (isPrintable) found.reports.push(report)
      else found.leftOut.push(title)
    }
    return found
  }
}

/** Prints all published reports of the visit as one document. */
export function PrintVisit({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const [printable, setPrintable] = useState<Printable>()
  const read = useCurrentReports()
  const isRead = useRef(false)
  useEffect(() => {
    if (isRead.current) return
    isRead.current = true
    void read(visit).then(
      (found) => {
        setPrintable(found)
        if (found.reports.length > 0) return
        toastProblem(texts.nothingToPrint)
        onClose()
      },
      (error: unknown) => {
        toastError(error)
        onClose()
      },
    )
  })
  const [first, ...further] = printable?.reports ?? []
  if (!printable || !first) return null
  return (
    <FileDialog
      report={first}
      isOpen
      isPrinting
      together={{ title: texts.reportsOfVisit(visit.id), further }}
      onClose={onClose}
    >
      <Hint role="status" mt="xs">
        {texts.printedTogether(printable.reports.map(({ title }) => title))}
        {printable.leftOut.length > 0 && ` ${texts.leftOut(printable.leftOut)}`}
      </Hint>
    </FileDialog>
  )
}
