import { useQuery } from '@tanstack/react-query'
import type { HandOverAnswer } from './slip.tsx'
import { useState } from 'react'
import { sendOptionsQuery } from '../queries.ts'
import type { StripPatient } from '../../../entities/patient/patient-strip.tsx'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { FormModal } from '../../../ui/form/form-modal.tsx'
import { Fetched } from '../../../ui/list/fetched.tsx'
import { HandOver } from './hand-over.tsx'
import { SendForm } from './send-form.tsx'
import * as texts from './texts.ts'
import * as words from '../texts.ts'

interface SendDialogProps {
  reportId: number
  patient: StripPatient
  onClose: () => void
}

export function SendDialog({ reportId, patient, onClose }: SendDialogProps) {
  const query = useQuery(sendOptionsQuery(reportId))
  const [made, setMade] = useState<HandOverAnswer>()
  const [isChanged, setIsChanged] = useState(false)
  return (
    <FormModal
      step={made ? 'link' : 'form'}
      opened
      isChanged={isChanged && !made}
      onClose={onClose}
      title={made ? texts.linkReady : words.sendToPatient}
      size="34rem"
    >
      <PatientStrip patient={patient} label={texts.recipient} />
      {made ? (
        <HandOver
          made={{
            ...made,
            language: made.delivery.language,
            lab: query.data?.lab,
            headline: texts.SLIP[made.delivery.language].ready,
          }}
          showsText={made.qrCode === null}
          onClose={onClose}
        />
      ) : (
        <Fetched query={query} skeleton={<Spinner label={words.sendToPatient} />}>
          {(options) => (
            <SendForm
              reportId={reportId}
              options={options}
              onChange={() => setIsChanged(true)}
              onHandedOver={setMade}
              onClose={onClose}
            />
          )}
        </Fetched>
      )}
    </FormModal>
  )
}
