import { useEffect } from 'react'
import { recordPrint } from './queries/activity.ts'

/** Puts it on record when the page of a patient or report is printed, by button or by the browser's own menu. */
export const usePrintRecord = (type: 'patient' | 'report', id: number): void => {
  useEffect(() => {
    // A print that cannot be put on record still happens: the browser does not let a page hold it back.
    const note = () => void recordPrint(type, id).catch(() => undefined)
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [type, id])
}
