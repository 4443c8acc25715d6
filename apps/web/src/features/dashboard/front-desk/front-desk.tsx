import { useState } from 'react'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { FrontDeskPatient } from './front-desk-patient.tsx'
import { FrontDeskSearch } from './front-desk-search.tsx'
import * as texts from './texts.tsx'

/** The receptionist's place: who stands at the counter, and what is ready for them. */
export function FrontDesk() {
  const [patientId, setPatientId] = useState<number>()
  // A new search, which has the focus.
  const [turn, setTurn] = useState(0)
  const next = () => {
    setPatientId(undefined)
    setTurn(turn + 1)
  }
  return (
    <Sheet label={texts.frontDesk}>
      <FrontDeskSearch key={`search-${turn}`} isRepeated={turn > 0} onChoose={setPatientId} />
      {patientId !== undefined && <FrontDeskPatient key={patientId} id={patientId} onNext={next} />}
    </Sheet>
  )
}
