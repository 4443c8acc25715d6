import { useEffect } from 'react'
import { recordPrint } from './queries/activity.ts'

/** Records in the activity log that the page of a patient or report is printed, by button or by the browser's menu. */
export const usePrintRecord = (type: 'patient' | 'report', id: number): void => {
  useEffect(() => {
    // The page cannot stop a print that cannot be recorded.
    const note = () => {
      // The slip of a link shows nothing of the record.
      if (document.body.dataset.printsSlip === undefined) void recordPrint(type, id).catch(() => undefined)
    }
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [type, id])
}
