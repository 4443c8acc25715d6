import { Anchor, Skeleton } from '@mantine/core'
import { IconLifebuoy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { SupportContact } from '@zelab/contract'
import { contactQuery } from '../../lib/queries/settings.ts'
import { useCan } from '../../lib/session-store.ts'
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
  return (
    <>
      <PageHeader title={texts.contact} subtitle={texts.subtitle} />
      <SectionCard title={texts.support}>
        {data ? (
          <Support contact={data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <Skeleton height="3rem" aria-label={texts.loadingSupportContact} />
        )}
      </SectionCard>
    </>
  )
}

function Support({ contact }: { contact: SupportContact }) {
  const may = useCan()
  const { supportEmail, supportPhone, supportHours } = contact
  const details: Detail[] = []
  if (supportEmail)
    details.push({
      label: texts.email,
      value: (
        <Anchor href={`mailto:${supportEmail}`}>
          <Ltr>{supportEmail}</Ltr>
        </Anchor>
      ),
    })
  if (supportPhone)
    details.push({
      label: texts.phone,
      value: (
        <Anchor href={`tel:${supportPhone}`}>
          <PhoneText phone={supportPhone} />
        </Anchor>
      ),
    })
  if (supportHours)
    details.push({
      label: texts.hours,
      value: <span style={{ whiteSpace: 'pre-line' }}>{supportHours}</span>,
    })
  if (details.length === 0)
    return may('settings:general') ? (
      <EmptyState
        icon={IconLifebuoy}
        title={texts.noContact}
        description={texts.noContactYetHint}
        action={<ButtonLink to="/user/settings/general">{texts.enterContact}</ButtonLink>}
      />
    ) : (
      <EmptyState icon={IconLifebuoy} title={texts.noContact} description={texts.noContactHint} />
    )
  return <DetailList details={details} />
}
