import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { IconBuildingHospital, IconMail, IconMapPin, IconPhone } from '@tabler/icons-react'
import type { Lab } from '@zelab/contract'
import type { ReactNode } from 'react'
import { formatDate } from '../../lib/format.ts'
import { useCan } from '../../lib/session-store.ts'
import { AnchorLink } from '../../ui/actions/links.tsx'
import { Ltr } from '../../ui/display/inline.tsx'
import { PhoneText } from '../../ui/display/contact-links.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { LabActions } from './lab-actions.tsx'
import classes from './labs.module.css'
import * as texts from './texts.ts'

const line = (Sign: Icon, text: ReactNode) => (
  <Group component="li" gap="xs" wrap="nowrap" align="flex-start">
    <Sign size={16} stroke={1.75} style={{ flex: 'none' }} aria-hidden="true" />
    <span>{text}</span>
  </Group>
)

export function LabCard({ lab }: { lab: Lab }) {
  const may = useCan()
  const { name, address, phone, email, createdAt } = lab
  return (
    <Paper component="article" h="100%" mih="10.5rem" display="flex" className={classes.lab}>
      <Group p="md" pb="sm" gap="sm" wrap="nowrap">
        <span className={classes.sign}>
          <IconBuildingHospital size={18} stroke={1.75} aria-hidden="true" />
        </span>
        <Title order={2} flex={1}>
          <AnchorLink to="/user/labs/$labId" params={{ labId: String(lab.id) }} c="inherit" inherit>
            {name}
          </AnchorLink>
        </Title>
        <StatusBadge tone="positive">{texts.active}</StatusBadge>
        {may('labs:view') && <LabActions lab={lab} />}
      </Group>
      <Stack component="ul" gap="xs" px="md" pb="md" flex={1} fz="sm" c="dimmed">
        {line(IconMapPin, `${address.line1}, ${address.city}`)}
        {phone && line(IconPhone, <PhoneText phone={phone} />)}
        {email && line(IconMail, <Ltr>{email}</Ltr>)}
      </Stack>
      <Text size="xs" c="dimmed" px="md" py="xs" style={{ borderBlockStart: '1px solid var(--line)' }}>
        {texts.createdOn(formatDate(createdAt))}
      </Text>
    </Paper>
  )
}

export function LabCardSkeleton() {
  return (
    <Paper mih="10.5rem" p="md" data-testid="skeleton-card">
      <Stack gap="sm">
        <Skeleton height="2.25rem" width="2.25rem" radius="md" />
        <Skeleton height="0.875rem" width="80%" />
        <Skeleton height="0.875rem" width="60%" />
        <Skeleton height="0.75rem" width="45%" />
      </Stack>
    </Paper>
  )
}
