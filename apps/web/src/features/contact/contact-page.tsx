import { Anchor, Skeleton, Stack } from '@mantine/core'
import { IconLifebuoy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Contact } from '@zelab/contract'
import { contactQuery } from '../../lib/queries/settings.ts'
import { useAppDataStore } from '../../lib/app-data-store.ts'
import { useCan, useCurrentUser } from '../../lib/session-store.ts'
import { ButtonLink } from '../../ui/actions/links.tsx'
import type { Detail } from '../../ui/layout/detail-list.tsx'
import { DetailList } from '../../ui/layout/detail-list.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Ltr } from '../../ui/display/inline.tsx'
import { PhoneText } from '../../ui/display/contact-links.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import * as texts from './texts.ts'

export function ContactPage() {
  const { data, error, isFetching, refetch } = useQuery(contactQuery())
  const { lab: ownLab } = useCurrentUser()
  const lab = useAppDataStore(({ labs }) => labs.find(({ id }) => id === ownLab?.id))
  const admins = data?.admins ?? []
  return (
    <>
      <PageHeader title={texts.contact} subtitle={texts.subtitle} />
      <Stack gap="md">
        <SectionCard title={texts.support}>
          {data ? (
            <Support contact={data} />
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
          ) : (
            <Skeleton height="3rem" aria-label={texts.loadingSupportContact} />
          )}
        </SectionCard>
        {admins.length > 0 && (
          <SectionCard title={texts.admins} subtitle={texts.adminsHint}>
            <DetailList
              details={admins.map(({ fullName, email }) => ({ label: fullName, value: mailTo(email) }))}
            />
          </SectionCard>
        )}
        {/* After the cards above it, which would move it. */}
        {(data ?? error) && lab && (lab.phone || lab.email) && (
          <SectionCard title={lab.name}>
            <DetailList details={ways(lab)} />
          </SectionCard>
        )}
      </Stack>
    </>
  )
}

const mailTo = (email: string) => (
  <Anchor href={`mailto:${email}`}>
    <Ltr>{email}</Ltr>
  </Anchor>
)

const ways = ({ email, phone }: { email: string | null; phone: string | null }): Detail[] => [
  ...(email ? [{ label: texts.email, value: mailTo(email) }] : []),
  ...(phone
    ? [
        {
          label: texts.phone,
          value: (
            <Anchor href={`tel:${phone}`}>
              <PhoneText phone={phone} />
            </Anchor>
          ),
        },
      ]
    : []),
]

function Support({ contact }: { contact: Contact }) {
  const may = useCan()
  const { supportEmail, supportPhone, supportHours, admins } = contact
  const details = ways({ email: supportEmail, phone: supportPhone })
  if (supportHours)
    details.push({
      label: texts.hours,
      value: <span style={{ whiteSpace: 'pre-line' }}>{supportHours}</span>,
    })
  if (details.length > 0) return <DetailList details={details} />
  return may('settings:general') ? (
    <EmptyState
      icon={IconLifebuoy}
      title={texts.noContact}
      description={texts.noContactYetHint}
      action={<ButtonLink to="/user/settings/general">{texts.enterContact}</ButtonLink>}
    />
  ) : (
    <EmptyState
      icon={IconLifebuoy}
      title={texts.noContact}
      description={texts.noContactHint(admins.map(({ fullName }) => fullName))}
    />
  )
}
