import { createFileRoute } from '@tanstack/react-router'
import { lazy, type ComponentProps } from 'react'
import { LabCritical } from '../../features/critical/settings/lab-critical.tsx'
import { LabSending } from '../../features/deliveries/settings/lab-sending.tsx'
import { InboxRulesCard } from '../../features/inbox/rules/rules-card.tsx'
import { InboxSourcesCard } from '../../features/inbox/sources/sources-card.tsx'
import { LabPage } from '../../features/labs/lab-page.tsx'
import { LabRelease } from '../../features/release/settings/lab-release.tsx'
import { LabVisits } from '../../features/visits/settings/lab-visits.tsx'
import { requirePermission } from '../../lib/guards.ts'
import { LAB_TABS } from '../../lib/page-tabs.ts'
import { readOneOf, readPage, searchReader } from '../../lib/search-params.ts'
import { preparePhoneField } from '../../ui/phone/phone-input-loading.ts'

const LetterheadCard = lazy(async () => ({
  default: (await import('../../features/letterhead/letterhead-card.tsx')).LetterheadCard,
}))
const LabSignIn = lazy(async () => ({
  default: (await import('../../features/settings/lab-sign-in/lab-sign-in.tsx')).LabSignIn,
}))
const LabIntegrations = lazy(async () => ({
  default: (await import('../../features/integrations/lab-integrations.tsx')).LabIntegrations,
}))

const PARTS: ComponentProps<typeof LabPage>['parts'] = {
  letterhead: (labId) => <LetterheadCard labId={labId} />,
  sending: (labId) => <LabSending labId={labId} />,
  inbox: (labId) => (
    <>
      <InboxSourcesCard labId={labId} />
      <InboxRulesCard labId={labId} />
    </>
  ),
  visits: (labId) => <LabVisits labId={labId} />,
  critical: (labId) => <LabCritical labId={labId} />,
  release: (labId) => <LabRelease labId={labId} />,
  integrations: (labId) => <LabIntegrations labId={labId} />,
  staff: (labId) => <LabSignIn labId={labId} />,
}

export const Route = createFileRoute('/_shell/user/labs/$labId')({
  beforeLoad: requirePermission('labs:view'),
  // The page is that of the staff list.
  validateSearch: searchReader({ tab: (value) => readOneOf(value, LAB_TABS), page: readPage }),
  loader: preparePhoneField,
  component: () => <LabPage parts={PARTS} />,
})
