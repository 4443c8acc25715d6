import { Button, Group, Skeleton, Text } from '@mantine/core'
import { IconCheck, IconLanguage, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PatientDelivery } from '@zelab/contract'
import { CONSENT_CHANNELS } from '@zelab/contract/limits'
import { useRef, useState } from 'react'
import { LANGUAGE_NAMES } from '../../../lib/texts.ts'
import { useCan } from '../../../lib/session-store.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { Fetched } from '../../../ui/list/fetched.tsx'
import { HOW } from '../texts.ts'
import * as texts from './texts.ts'
import { ConsentDialog } from './consent-dialog.tsx'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

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
