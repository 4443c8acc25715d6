import type { LabOverview } from '@zelab/contract'
import type { LAB_TABS } from '../../lib/page-tabs.ts'
import { AnchorLink } from '../../ui/actions/links.tsx'
import { DetailList } from '../../ui/layout/detail-list.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import * as texts from './texts.ts'

type Tab = Exclude<(typeof LAB_TABS)[number], 'overview'>

/** Each capability of the lab with its state, which leads to its tab. */
export function LabCapabilities({ overview }: { overview: LabOverview }) {
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
