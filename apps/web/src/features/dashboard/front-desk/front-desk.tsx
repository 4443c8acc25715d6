import { useState } from 'react'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import type { Chosen } from './front-desk-options.tsx'
import { FrontDeskPatient } from './front-desk-patient.tsx'
import { FrontDeskSearch } from './front-desk-search.tsx'
import * as texts from './texts.tsx'

export function FrontDesk() {
  const [chosen, setChosen] = useState<Chosen>()
  // A new key remounts the search, which takes the focus.
  const [turn, setTurn] = useState(0)
  const next = () => {
    setChosen(undefined)
    setTurn(turn + 1)
  }
  return (
    <Sheet label={texts.frontDesk}>
      <FrontDeskSearch key={`search-${turn}`} isRepeated={turn > 0} onChoose={setChosen} />
      {chosen && <FrontDeskPatient key={chosen.patientId} {...chosen} onNext={next} />}
    </Sheet>
  )
}
