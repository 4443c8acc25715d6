import { Group, Stack, Text } from '@mantine/core'
import type { Report } from '@zelab/contract'
import { orNotAvailable } from '../../../lib/format.ts'
import { CopyablePhone } from '../../../ui/display/copyable.tsx'
import { ButtonLink } from '../../../ui/actions/links.tsx'
import { Ltr } from '../../../ui/display/inline.tsx'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import * as texts from '../texts.tsx'

export function PatientSummary({ patient }: { patient: Omit<Report['patient'], 'createdAt'> }) {
  const { id, emrId, phone, email } = patient
  const facts = [
    { label: texts.emrId, value: orNotAvailable(emrId) },
    { label: texts.phone, value: <CopyablePhone phone={phone} /> },
    { label: texts.email, value: orNotAvailable(email) },
  ]
  return (
    <Stack component="section" gap="xs" aria-label={texts.patient}>
      <PatientStrip patient={patient} isHeading />
      <Group justify="space-between" gap="var(--mantine-spacing-xs) var(--mantine-spacing-lg)" px="md">
        <Group component="dl" m={0} gap="0.25rem var(--mantine-spacing-lg)">
          {facts.map(({ label, value }) => (
            <Group key={label} gap="xs">
              <Text component="dt" c="dimmed" size="sm">
                {label}
              </Text>
              <Text component="dd" size="sm" fw={500}>
                <Ltr>{value}</Ltr>
              </Text>
            </Group>
          ))}
        </Group>
        <ButtonLink
          to="/user/patients/view/$patientId"
          params={{ patientId: String(id) }}
          variant="default"
          size="xs"
        >
          {texts.viewProfile}
        </ButtonLink>
      </Group>
    </Stack>
  )
}
