import { Box, Group, Stack, Text } from '@mantine/core'
import { formatDate, orNotAvailable } from '../../lib/format.ts'
import { isSetUpFirst, useCan, useCurrentUser, useSessionStore } from '../../lib/session-store.ts'
import { AvatarInitials } from '../../ui/display/avatar-initials.tsx'
import { DetailList } from '../../ui/layout/detail-list.tsx'
import { Isolated, Ltr } from '../../ui/display/inline.tsx'
import { PhoneText } from '../../ui/display/contact-links.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SectionCard, SectionGroup } from '../../ui/layout/section-card.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { ChangePassword } from './change-password.tsx'
import { Passkeys } from './passkeys.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Signature } from './signature.tsx'
import { WaysIn } from './ways-in.tsx'
import * as texts from './texts.tsx'

export function ProfilePage() {
  const user = useCurrentUser()
  const may = useCan()
  const comesFirst = useSessionStore(isSetUpFirst)
  const isPasskeyRequired = useSessionStore(({ session }) => session?.passkey === 'required')
  return (
    <>
      <PageHeader title={texts.profile} subtitle={texts.subtitle} />
      <Stack style={{ '--detail-width': '17rem' }}>
        <Group
          component="section"
          gap="md"
          py="lg"
          px="md"
          bd="1px solid var(--line)"
          bdrs="lg"
          bg="var(--sheet)"
          aria-label={texts.account}
        >
          <AvatarInitials name={user.fullName} size={80} />
          <Box flex="1 1 12rem" miw={0}>
            <Text mb="xs" size="xl" fw={600}>
              <Isolated>{orNotAvailable(user.fullName)}</Isolated>
            </Text>
            <StatusBadge tone="accent" icon={null}>
              {user.userType.name}
            </StatusBadge>
          </Box>
          <ChangePassword />
        </Group>
        <SectionCard title={texts.accountDetails}>
          <DetailList
            details={[
              { label: texts.emailAddress, value: <Ltr>{orNotAvailable(user.email)}</Ltr> },
              { label: texts.phoneNumber, value: <PhoneText phone={user.phone} /> },
              { label: texts.location, value: orNotAvailable(user.lab?.name) },
              { label: texts.userType, value: user.userType.name },
              { label: texts.memberSince, value: formatDate(user.createdAt) },
              {
                label: texts.status,
                value: <StatusBadge tone="positive">{texts.active}</StatusBadge>,
              },
            ]}
          />
        </SectionCard>
        {!comesFirst && may('reports:publish') && <Signature />}
        <SectionGroup title={texts.howYouSignIn}>
          {isPasskeyRequired && <Passkeys />}
          <SecondFactor />
          {!isPasskeyRequired && <Passkeys />}
          <WaysIn />
        </SectionGroup>
        {!comesFirst && <OwnSessions />}
      </Stack>
    </>
  )
}
