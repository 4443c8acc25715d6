import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { LabOverview } from '@zelab/contract'
import { Suspense, type ReactNode } from 'react'
import { isNotFound } from '../../lib/api-error.ts'
import { formatCount, formatDate } from '../../lib/format.ts'
import { LAB_TABS } from '../../lib/page-tabs.ts'
import { readWholeNumber } from '../../lib/search-params.ts'
import { EmailLink, PhoneLink } from '../../ui/display/contact-links.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Fetched } from '../../ui/list/fetched.tsx'
import { UrlTabs } from '../../ui/list/url-tabs.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { StatusPage } from '../../ui/feedback/status-page.tsx'
import { DetailList } from '../../ui/layout/detail-list.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { LabActions } from './lab-actions.tsx'
import classes from './labs.module.css'
import { LabStaff } from './lab-staff.tsx'
import * as words from '../../ui/texts.ts'
import * as texts from './texts.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { api } from '../../lib/api-client.ts'
import { AnchorLink } from '../../ui/actions/links.tsx'

type LabTab = (typeof LAB_TABS)[number]

/** Tabs of other features. That of the staff begins with it. */
type LabParts = Record<Exclude<LabTab, 'overview'>, (labId: number) => ReactNode>

/** A malformed id is not sent to the server. */
export function LabPage({ parts }: { parts: LabParts }) {
  const { labId } = useParams({ from: '/_shell/user/labs/$labId' })
  const id = readWholeNumber(labId)
  return id === undefined ? <LabNotFound /> : <LabOfId id={id} parts={parts} />
}

function LabOfId({ id, parts }: { id: number; parts: LabParts }) {
  const { tab = 'overview', page = 1 } = useSearch({ from: '/_shell/user/labs/$labId' })
  const navigate = useNavigate()
  const query = useQuery(endpointQuery(api.labs.getOverview, { params: { id } }))
  const { data: overview, error } = query
  if (error && isNotFound(error)) return <LabNotFound />
  if (!overview)
    return (
      <>
        <PageHeader title={texts.lab} backTo="/user/labs" />
        <Sheet>
          <Fetched query={query} skeleton={<Spinner label={texts.loadingLab} />}>
            {() => null}
          </Fetched>
        </Sheet>
      </>
    )
  // Go Back leads to the page before the lab, not to the tab before.
  const targetOf = (search: { tab?: LabTab | undefined; page?: number | undefined }) => ({
    to: '/user/labs/$labId' as const,
    params: { labId: String(id) },
    search,
    replace: true,
  })
  return (
    <>
      <PageHeader
        title={overview.lab.name}
        subtitle={texts.createdOn(formatDate(overview.lab.createdAt))}
        backTo="/user/labs"
        actions={<LabActions lab={overview.lab} />}
      />
      <UrlTabs
        isAboveCards
        label={overview.lab.name}
        tabs={LAB_TABS}
        current={tab}
        targetOf={(one) => targetOf({ tab: one === 'overview' ? undefined : one })}
        nameOf={texts.TABS}
      />
      <Suspense fallback={<Spinner label={texts.loadingLab} />}>
        <Stack className={classes.sections}>
          {tab === 'overview' ? (
            <>
              <LabCapabilities overview={overview} />
              <LabDetails overview={overview} />
            </>
          ) : (
            parts[tab](id)
          )}
          {tab === 'staff' && (
            <LabStaff
              labId={id}
              page={page}
              onPageChange={(next) =>
                void navigate({
                  ...targetOf({ tab, page: next === 1 ? undefined : next }),
                  resetScroll: false,
                })
              }
            />
          )}
        </Stack>
      </Suspense>
    </>
  )
}

function LabDetails({ overview }: { overview: LabOverview }) {
  const { lab, patients, reports, users, activeUsers, lastActivityAt } = overview
  const { address, phone, email } = lab
  return (
    <SectionCard title={texts.overview}>
      <DetailList
        details={[
          { label: texts.patients, value: formatCount(patients) },
          { label: words.reports, value: formatCount(reports) },
          { label: texts.staff, value: texts.activeOf(activeUsers, users) },
          {
            label: texts.lastActivity,
            value: lastActivityAt ? <RelativeTime at={lastActivityAt} /> : texts.none,
          },
          { label: texts.address, value: `${address.line1}, ${address.city}` },
          { label: texts.phone, value: phone ? <PhoneLink phone={phone} /> : texts.none },
          { label: texts.email, value: email ? <EmailLink email={email} /> : texts.none, isLong: true },
        ]}
      />
    </SectionCard>
  )
}

function LabNotFound() {
  return (
    <StatusPage code="404" title={texts.labNotFound} backTo="/user/labs">
      <p>{texts.noSuchLab}</p>
    </StatusPage>
  )
}

type Tab = Exclude<(typeof LAB_TABS)[number], 'overview'>

/** Each capability of the lab with its state, which leads to its tab. */
function LabCapabilities({ overview }: { overview: LabOverview }) {
  const { lab, users, activeUsers, capabilities } = overview
  const { criticalMinutes, sources, failingSources, receivers, failingReceivers, clients } = capabilities
  const states: Record<Tab, string> = {
    letterhead: texts.onOrOff(capabilities.usesLetterhead),
    sending: capabilities.sendsAutomatically ? texts.sendsAutomatically : texts.sendsByHand,
    inbox: texts.joined([texts.sources(sources), texts.failing(failingSources)]) || texts.uploadsOnly,
    visits: texts.onOrOff(capabilities.usesVisits),
    critical: criticalMinutes === null ? texts.off : texts.minutes(criticalMinutes),
    release:
      capabilities.twoPersons === 'types'
        ? texts.joined(capabilities.releaseTypes)
        : texts.TWO_PERSONS[capabilities.twoPersons],
    integrations:
      texts.joined([texts.receivers(receivers), texts.failing(failingReceivers), texts.clients(clients)]) ||
      texts.none,
    staff: texts.activeOf(activeUsers, users),
  }
  return (
    <SectionCard title={texts.capabilities}>
      <DetailList
        details={Object.entries(states).map(([tab, state]) => ({
          label: texts.TABS[tab as Tab],
          value: (
            <AnchorLink
              to="/user/labs/$labId"
              params={{ labId: String(lab.id) }}
              search={{ tab: tab as Tab }}
              aria-label={`${texts.TABS[tab as Tab]}: ${state}`}
              inherit
            >
              {state}
            </AnchorLink>
          ),
        }))}
      />
    </SectionCard>
  )
}
