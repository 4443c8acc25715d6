import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Answer, contract, Visit } from '@zelab/contract'
import { visitLinkBody } from '@zelab/contract/deliveries/deliveries.forms'
import { LANGUAGES } from '@zelab/contract/limits'
import { useState } from 'react'
import { PatientHead } from '../../../entities/patient/patient-head.tsx'
import { visitSettingsQuery, visitsQuery } from '../../../entities/visit/queries.ts'
import { useCan, useCurrentUser } from '../../../lib/session-store.ts'
import { LANGUAGE_NAMES } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { FormModal } from '../../../ui/form/form-modal.tsx'
import { RadioField } from '../../../ui/form/radio-field.tsx'
import { KEEP_DIRTY, useSchemaForm } from '../../../ui/form/form-resolver.ts'
import { HandOver } from './hand-over.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'

interface VisitLinkActionProps {
  visit: Visit
  labId: number
  size?: 'xs' | 'sm'
}

/** Nothing in a lab that gives no links, and for a visit that neither has nor awaits a report. */
export function VisitLinkAction({ visit, labId, size = 'xs' }: VisitLinkActionProps) {
  const may = useCan()
  const { data: settings } = useQuery(visitSettingsQuery(labId))
  const [isOpen, setIsOpen] = useState(false)
  if (!settings?.givesLinks || !may('reports:send')) return null
  if (visit.state === 'canceled' || visit.state === 'open') return null
  return (
    <>
      <Button size={size} variant="default" onClick={() => setIsOpen(true)}>
        {texts.handOverLink}
      </Button>
      {isOpen && <VisitLinkDialog visit={visit} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** For a patient who was just registered. */
export function RegisteredVisitLink({ patientId }: { patientId: number }) {
  const labId = useCurrentUser().lab?.id ?? 0
  const { data: settings } = useQuery({ ...visitSettingsQuery(labId), enabled: labId > 0 })
  const { data: visits } = useQuery({ ...visitsQuery(patientId), enabled: settings?.givesLinks ?? false })
  const [visit] = visits?.data ?? []
  return visit && <VisitLinkAction visit={visit} labId={labId} size="sm" />
}

function VisitLinkDialog({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const { data: delivery, isPending } = useQuery(
    endpointQuery(api.deliveries.getPatientDelivery, { params: { id: visit.patientId } }),
  )
  const [made, setMade] = useState<Answer<typeof contract.deliveries.handOverVisitLink>['data']>()
  const { mutateAsync: handOver } = useEndpoint(api.deliveries.handOverVisitLink, { id: visit.id })
  const form = useSchemaForm(visitLinkBody, {
    values: { language: delivery?.language ?? LANGUAGES[0] },
    resetOptions: KEEP_DIRTY,
  })
  if (made) {
    const words = texts.SLIP[made.language]
    const waiting = made.expected === null ? words.beingPrepared : words.expected(made.expected)
    return (
      <FormModal opened step="link" onClose={onClose} title={texts.linkReady} size="34rem">
        <PatientHead patientId={visit.patientId} />
        <HandOver
          made={{
            ...made,
            headline: made.isReady ? words.ready : waiting,
            whatsappAddress: null,
          }}
          showsText
          onClose={onClose}
        />
      </FormModal>
    )
  }
  return (
    <FormDialog
      title={texts.handOverLink}
      head={<PatientHead patientId={visit.patientId} />}
      lead={texts.visitLinkHint}
      form={form}
      onSave={async (body) => setMade((await handOver(body)).data)}
      success={null}
      onSaved={() => undefined}
      submitLabel={texts.SUBMIT.slip}
      // The patient’s language is the first choice.
      isBlocked={isPending}
      onClose={onClose}
    >
      <RadioField
        form={form}
        name="language"
        label={texts.language}
        values={LANGUAGES}
        nameOf={LANGUAGE_NAMES}
        isFirst
      />
    </FormDialog>
  )
}
