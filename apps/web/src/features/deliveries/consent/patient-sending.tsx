import { Button, Group, Skeleton, Text } from '@mantine/core'
import { IconCheck, IconLanguage, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PatientDelivery, PatientDeliveryChanges, PatientDeliveryChoice } from '@zelab/contract'
import { CONSENT_CHANNELS } from '@zelab/contract/limits'
import { useRef, useState } from 'react'
import { LANGUAGE_NAMES } from '../../../lib/texts.ts'
import { useCan } from '../../../lib/session-store.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { Fetched } from '../../../ui/list/fetched.tsx'
import { HOW } from '../texts.ts'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'
import { Controller, useForm } from 'react-hook-form'
import { PatientHead } from '../../../entities/patient/patient-head.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useUpdatePatientDelivery } from '../queries.ts'
import { ChoiceFields } from './choice-fields.tsx'

interface ConsentDialogProps {
  patientId: number
  delivery: PatientDelivery
  onClose: () => void
}

const choiceOf = ({ language, consents }: PatientDelivery): PatientDeliveryChoice => {
  const isGiven = (channel: string) => consents.some((one) => one.channel === channel && one.isGiven)
  return {
    language,
    consents: { email: isGiven('email'), sms: isGiven('sms'), whatsapp: isGiven('whatsapp') },
  }
}

const changesBetween = (
  before: PatientDeliveryChoice,
  after: PatientDeliveryChoice,
): PatientDeliveryChanges => {
  const channels = CONSENT_CHANNELS.filter((channel) => after.consents[channel] !== before.consents[channel])
  return {
    ...(after.language !== before.language && { language: after.language }),
    consents: Object.fromEntries(channels.map((channel) => [channel, after.consents[channel]])),
  }
}

function ConsentDialog({ patientId, delivery, onClose }: ConsentDialogProps) {
  const update = useUpdatePatientDelivery(patientId)
  // Snapshot from when the dialog opened, so that only the user's changes are sent.
  const [before] = useState(() => choiceOf(delivery))
  const form = useForm({ defaultValues: { choice: before } })
  return (
    <FormDialog
      head={<PatientHead patientId={patientId} />}
      form={form}
      title={texts.languageAndConsent}
      size="30rem"
      needsChange
      onSave={({ choice }) => update.mutateAsync(changesBetween(before, choice))}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="choice"
        render={({ field: { value, onChange } }) => <ChoiceFields value={value} onChange={onChange} />}
      />
    </FormDialog>
  )
}

export function PatientSending({ patientId }: { patientId: number }) {
  const query = useQuery(endpointQuery(api.deliveries.getPatientDelivery, { params: { id: patientId } }))
  const { data: delivery } = query
  const [isChanging, setIsChanging] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <SectionCard title={texts.languageAndConsent}>
      <Fetched query={query} skeleton={<Skeleton height="1.75rem" />}>
        {(stored) => (
          <Choices
            delivery={stored}
            onChange={(chip) => {
              opener.current = chip
              setIsChanging(true)
            }}
          />
        )}
      </Fetched>
      {delivery && isChanging && (
        <ConsentDialog
          patientId={patientId}
          delivery={delivery}
          onClose={() => {
            setIsChanging(false)
            opener.current?.focus()
          }}
        />
      )}
    </SectionCard>
  )
}

interface ChoicesProps {
  delivery: PatientDelivery
  onChange: (chip: HTMLButtonElement) => void
}

/** Chips that open the dialog; plain words for users who may not send. */
function Choices({ delivery, onChange }: ChoicesProps) {
  const may = useCan()
  const choices = [
    { name: LANGUAGE_NAMES[delivery.language], icon: IconLanguage },
    ...CONSENT_CHANNELS.map((channel) => {
      const consent = delivery.consents.find((one) => one.channel === channel)
      return {
        name: texts.consentState(HOW[channel], stateOf(consent)),
        icon: consent?.isGiven ? IconCheck : IconX,
      }
    }),
  ]
  if (!may('reports:send')) return <Text>{choices.map(({ name }) => name).join(', ')}</Text>
  return (
    <Group gap="xs">
      {choices.map(({ name, icon: Sign }) => (
        <Button
          key={name}
          size="xs"
          variant="default"
          leftSection={<Sign size={14} stroke={2} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => onChange(currentTarget)}
        >
          {name}
        </Button>
      ))}
    </Group>
  )
}

const stateOf = (consent: PatientDelivery['consents'][number] | undefined): string => {
  if (consent?.isGiven) return texts.consentGiven
  return consent?.recorded ? texts.consentWithdrawn : texts.consentNotGiven
}
