import { Group, Stack, Text } from '@mantine/core'
import type { DuplicateReason, PossibleDuplicate } from '@zelab/contract'
import { formatPlainDate } from '../../../lib/format.ts'
import { PhoneText } from '../../../ui/display/contact-links.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { ZlId } from '../../../ui/display/tags.tsx'
import { OpenRecord } from './open-record.tsx'
import * as texts from '../texts.tsx'

const REASONS: Record<DuplicateReason, string> = {
  nameAndBirth: texts.similarNameAndBirth,
  emrId: texts.sameEmrId,
  nationalId: texts.sameNationalId,
  email: texts.sameEmail,
}

interface DuplicateListProps {
  duplicates: readonly PossibleDuplicate[]
  /** Phone of the form. It finds no duplicates, because families share phones, but adds to other reasons. */
  phone?: string
}

export function DuplicateList({ duplicates, phone }: DuplicateListProps) {
  return (
    <Stack component="ul" gap="sm" mx={0} p={0} style={{ listStyle: 'none' }} my="sm">
      {duplicates.map(({ patient, reasons }) => (
        <Group key={patient.id} component="li" gap="var(--mantine-spacing-xs) var(--mantine-spacing-sm)">
          <OpenRecord patient={patient} />
          <Text span size="sm">
            <ZlId id={patient.id} /> · {formatPlainDate(patient.dateOfBirth)} ·{' '}
            <PhoneText phone={patient.phone} />
          </Text>
          <Group component="span" gap={4}>
            {[
              ...reasons.map((reason) => REASONS[reason]),
              ...(patient.phone.number === phone ? [texts.samePhone] : []),
            ].map((reason) => (
              <StatusBadge key={reason} tone="neutral" icon={null}>
                {reason}
              </StatusBadge>
            ))}
          </Group>
        </Group>
      ))}
    </Stack>
  )
}
